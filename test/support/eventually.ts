/** For what has no event of its own: looks again until it holds. */
import { vi } from "vitest";

/** As long as a busy machine may need; a quiet one passes at the first or second look. */
const PATIENCE_MS = 20_000;

export function eventually<T>(holds: () => T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  return vi.waitFor(holds, { timeout: patienceMs, interval: 50 });
}
