/** Keeps the result for each object. ProseMirror nodes are immutable, and an unchanged block stays the same object. */
export function oncePer<Key extends WeakKey, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = compute(key);
    known.set(key, result);
    return result;
  };
}
