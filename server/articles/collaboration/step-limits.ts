/** Rate limits for steps: on average 50 a second for a writer and 1,000 for an article. */
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Clock } from "../../core/runtime.ts";
import { MAX_STEPS } from "./read-steps.ts";

const WRITER_RATE = 50;
const ARTICLE_RATE = 1_000;
/** Burst: offline changes, or Replace all in a long article. */
const WRITER_BURST = MAX_STEPS;
const ARTICLE_BURST = 4 * MAX_STEPS;
/** Buckets in memory; the least recently used is dropped first. */
const MAX_BUCKETS = 10_000;

interface Bucket {
  left: number;
  /** ms. */
  at: number;
}

export function createStepLimits(clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const fill = (key: string, rate: number, burst: number): Bucket => {
    const now = clock.now();
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const bucket = { left: Math.min(burst, left + ((now - at) / 1000) * rate), at: now };
    // The most recently used bucket is last.
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
  return {
    /** @throws AppError too_many_requests with `retry_after` (seconds), without counting the steps */
    take(sessionId: string, writer: string, steps: number): void {
      const article = fill(sessionId, ARTICLE_RATE, ARTICLE_BURST);
      const own = fill(`${sessionId}.${writer}`, WRITER_RATE, WRITER_BURST);
      const missing = Math.max((steps - own.left) / WRITER_RATE, (steps - article.left) / ARTICLE_RATE);
      if (missing > 0) {
        const seconds = Math.ceil(missing);
        throw new AppError("too_many_requests", sentence("articles.too_many_steps", { seconds }), {
          retry_after: seconds,
        });
      }
      own.left -= steps;
      article.left -= steps;
    },
  };
}
