/**
 * The 429 rule (contract 7): an address that sent more than 60 wrong signatures or tokens within a minute is told to wait.
 * Only wrong ones are ever counted or refused, so a right one always passes.
 */
import { AppError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import { networkOf } from "./client-address.ts";

const MAX_WRONG = 60;
const WINDOW_MS = 60_000;
/** Addresses remembered at most; the one that was wrong longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(clock: Clock) {
  /** Times of the last wrong ones of an address, oldest first, at most MAX_WRONG + 1; least recently wrong address first. */
  const wrong = new Map<string, number[]>();
  return {
    /**
     * Counts one wrong signature or token. Call it instead of answering 401 or 403, then answer.
     * @throws AppError too_many_requests with `retry_after` (seconds) where the address has sent too many
     */
    countWrong(address: string): void {
      const now = clock.now();
      const key = networkOf(address);
      const times = (wrong.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
      times.push(now);
      if (times.length > MAX_WRONG + 1) times.shift();
      wrong.delete(key);
      wrong.set(key, times);
      if (wrong.size > MAX_ADDRESSES) wrong.delete(wrong.keys().next().value ?? key);
      if (times.length <= MAX_WRONG) return;
      // One more is let through once the two oldest have left the window.
      const seconds = Math.max(1, Math.ceil(((times[1] ?? now) + WINDOW_MS - now) / 1000));
      throw new AppError(
        "too_many_requests",
        `Too many wrong signatures or tokens came from this address; wait ${seconds} seconds.`,
        {
          retry_after: seconds,
        },
      );
    },
  };
}
