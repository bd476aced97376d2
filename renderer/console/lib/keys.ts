/**
 * The key that was meant: a letter of the keyboard in hand, or, where that writes no Latin letters, the one that stands in
 * its place, so that j and k walk on a Russian keyboard too.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place !== undefined && key.length === 1 && !/[a-z]/i.test(key) ? place.toLowerCase() : key;
}
