/** For what has no event of its own: looks again until it holds. */
import { setTimeout as pause } from "node:timers/promises";

/** As long as a busy machine may need; a quiet one passes at the first or second look. */
const PATIENCE_MS = 20_000;
/** Between two looks: twice as long each time, as most of it holds at once. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 50;

export async function eventually<T>(holds: () => T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + patienceMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(wait);
  }
}
