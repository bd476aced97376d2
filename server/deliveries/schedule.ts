/** The retry intervals of deliveries (contract 6.4). */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Intervals after the first, second, … failed attempt, ms. After the last one the delivery is exhausted. */
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
/** Maximum interval that Retry-After can cause. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Returns the interval after failed attempt `attempt` (from 1), ms; null after the last.
 * @param fraction 0 ≤ fraction < 1, spreads the interval by ±20 %
 */
export function retryDelay(attempt: number, fraction: number, retryAfterMs: number | null): number | null {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return null;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * fraction));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Reads Retry-After, in seconds or as an HTTP date, into ms; null if it is invalid. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
