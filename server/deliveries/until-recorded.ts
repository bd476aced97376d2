/**
 * Writes down what came of an attempt, however long the disk is full: until then the outcome is kept in memory, so that
 * the site is not called again for what it has answered.
 */
import { pause } from "../core/pause.ts";
import type { Runtime } from "../core/runtime.ts";

const AGAIN_MS = 2_000;

/**
 * Runs `commit` until it goes through.
 * @throws what `commit` throws, where trying again does not help or the signal says that the appliance closes: the
 *   delivery is then taken up as interrupted at the next start
 */
export async function untilRecorded<T>(
  commit: () => Promise<T>,
  { clock, log }: Pick<Runtime, "clock" | "log">,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await commit();
    } catch (error) {
      if (!isStorageError(error) || signal.aborted) throw error;
      if (tries === 1)
        log.error("What came of a callback cannot be written down now; it is kept and tried again.", error);
      await pause(clock, AGAIN_MS, signal);
    }
  }
}

/** Whether the database could not write or read just now: the disk is full or failing, or another has it. */
export function isStorageError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^SQLITE_(FULL|IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|READONLY)/.test(code);
}
