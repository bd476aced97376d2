/** Polls until an assertion holds, for states without an event. */
import { setTimeout as pause } from "node:timers/promises";

/** Long enough for a busy machine. */
const TIMEOUT_MS = 20_000;
/** Pauses double, because most assertions hold at the first check. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 50;

export async function eventually<T>(holds: () => T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(wait);
  }
}
