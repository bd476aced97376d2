/** Work that waits until the page has shown what was typed, or has nothing else to do. */

/** ms; a window behind another one may get no frame at all. */
const LONGEST_MS = 50;

/** Calls once the next frame has been painted, at the latest after LONGEST_MS; at once in a tab that nobody sees. */
export function afterPaint(callback: () => void): void {
  if (document.visibilityState === "hidden") {
    callback();
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(once, LONGEST_MS);
  requestAnimationFrame(() => whenIdle(once));
}

/** After this time it is done all the same. */
const LATEST_MS = 1_000;

/**
 * Does it when the page has nothing else to do. @returns takes it back
 * @param latest ms after which it is done all the same; null for never
 */
export function whenIdle(work: () => void, latest: number | null = LATEST_MS): () => void {
  // Safari has not got it.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, latest === null ? {} : { timeout: latest });
  return () => cancelIdleCallback(asked);
}
