/** How long one step of the keeping may hold up the event loop. */

/** ms; its commit and what is under way when they are over come on top. */
const LONGEST_STEP_MS = 5;

/** Begins a step: whether it has taken long enough. What cannot be counted beforehand are the pages that lie on the disk. */
export function stepEnd(): () => boolean {
  const end = performance.now() + LONGEST_STEP_MS;
  return () => performance.now() > end;
}
