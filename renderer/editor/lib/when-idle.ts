/** ms after which it is done all the same. */
const LATEST = 1_000;

/** Does it when the page has nothing else to do. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  // Safari has not got it.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(asked);
}
