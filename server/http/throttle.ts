/**
 * Rate limit (contract 7): 429 above 60 wrong signatures or tokens of an IP address per minute. Valid ones always pass,
 * unless the caller calls `refuse` first, as for passwords.
 */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import { networkOf } from "./client-address.ts";

const MINUTE_MS = 60_000;
/** Maximum number of remembered IP addresses; the least recent is evicted first. */
const MAX_ADDRESSES = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

export interface WrongLimit {
  most: number;
  withinMs: number;
  code: "requests.too_many_wrong" | "requests.too_many_passwords" | "requests.too_many_codes";
}

const WRONG_CREDENTIALS: WrongLimit = { most: 60, withinMs: MINUTE_MS, code: "requests.too_many_wrong" };

export function createThrottle(clock: Clock, { most, withinMs, code }: WrongLimit = WRONG_CREDENTIALS) {
  /** Times of the last wrong attempts by IP address, oldest first, at most `most` + 1. Least recent address first. */
  const wrong = new Map<string, number[]>();
  const within = (key: string, now: number) => (wrong.get(key) ?? []).filter((time) => time > now - withinMs);
  /** @param until time of the next allowed attempt, ms */
  const tooMany = (until: number): AppError => {
    const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
    return new AppError("too_many_requests", sentence(code, { seconds }), { retry_after: seconds });
  };
  return {
    /** Call it before checking a password or code. @throws AppError too_many_requests if the limit is reached */
    refuse(address: string): void {
      const times = within(networkOf(address), clock.now());
      if (times.length >= most) throw tooMany((times.at(-most) ?? 0) + withinMs);
    },
    /**
     * Counts a wrong signature or token. Call it before responding 401 or 403.
     * @throws AppError too_many_requests with `retry_after` (seconds)
     */
    countWrong(address: string): void {
      const now = clock.now();
      const key = networkOf(address);
      const times = within(key, now);
      times.push(now);
      if (times.length > most + 1) times.shift();
      wrong.delete(key);
      wrong.set(key, times);
      if (wrong.size > MAX_ADDRESSES) wrong.delete(wrong.keys().next().value ?? key);
      // The next attempt is allowed when the two oldest have left the window.
      if (times.length > most) throw tooMany((times[1] ?? now) + withinMs);
    },
  };
}
