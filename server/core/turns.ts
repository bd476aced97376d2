/** Runs work one piece at a time. Each key with work waiting, such as a session or an address, gets its turn. */
export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  /** By key, in the order of their next turns. A key with nothing waiting is absent. */
  const queues = new Map<string, (() => void)[]>();
  let isBusy = false;

  const startNext = (): void => {
    const [next] = queues;
    isBusy = next !== undefined;
    if (next === undefined) return;
    const [key, queue] = next;
    const [start, ...rest] = queue;
    queues.delete(key);
    if (rest.length > 0) queues.set(key, rest);
    start?.();
  };

  return {
    /** Pieces of work of `key` that wait for their turn; without a key, of all. The one that runs is not counted. */
    waiting: (key?: string): number =>
      key === undefined
        ? queues.values().reduce((sum, queue) => sum + queue.length, 0)
        : (queues.get(key)?.length ?? 0),
    /** Runs `work` when its turn has come: after each other key with work waiting had one. */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (isBusy) await new Promise<void>((start) => queues.set(key, [...(queues.get(key) ?? []), start]));
      else isBusy = true;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
