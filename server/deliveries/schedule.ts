/** When a failed delivery is tried again (contract 6.4), as data. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt, ms. After the last one the delivery is exhausted. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

const JITTER = 0.2;
/** A site may ask for a longer wait with Retry-After, but not for more than the schedule's own longest one. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * ms to wait after failed attempt number `attempt` (from 1), null when it was the last.
 * @param fraction 0 ≤ fraction < 1, spreads the wait by ±20 %
 * @param retryAfterMs what the site asked for; counts where it is longer than the schedule's wait
 */
export function retryDelay(attempt: number, fraction: number, retryAfterMs: number | null): number | null {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return null;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * fraction));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Reads a Retry-After header: seconds, or an HTTP date. Null where it is neither. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
