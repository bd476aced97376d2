/** Whether a JSON value has at most `limit` levels of objects and arrays. Iterative, so that no input exhausts the stack. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  const stack: [unknown, number][] = [[value, 1]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [at, depth] = top;
    if (typeof at !== "object" || at === null) continue;
    if (depth > limit) return false;
    for (const child of Object.values(at))
      if (typeof child === "object" && child !== null) stack.push([child, depth + 1]);
  }
  return true;
}
