/**
 * One thing at a time for each key, in the order of asking: two callbacks of one article never work on it at once, and
 * a slow older one cannot finish after a newer one.
 */
export type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createInOrder(): InOrder {
  const last = new Map<string, Promise<void>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, done);
    try {
      return await result;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
