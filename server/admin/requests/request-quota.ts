/** Limits the recorded requests of each project, so that a flood fills neither the disk nor the log. */
import type { Clock } from "../../core/runtime.ts";

/** Requests of a project: sustained rate and burst. Requests without a known project share one quota. */
const PER_SECOND = 50;
const BURST = 500;
/** Characters of failed requests and their responses: sustained rate and burst. */
const TEXT_PER_SECOND = 16 * 1024;
const TEXT_BURST = 1024 * 1024;

interface Bucket {
  requests: number;
  text: number;
  at: number;
}

export function createRequestQuota(clock: Clock) {
  const buckets = new Map<string | null, Bucket>();
  const bucketOf = (projectId: string | null): Bucket => {
    const now = clock.now();
    const bucket = buckets.get(projectId) ?? { requests: BURST, text: TEXT_BURST, at: now };
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.requests = Math.min(BURST, bucket.requests + seconds * PER_SECOND);
    bucket.text = Math.min(TEXT_BURST, bucket.text + seconds * TEXT_PER_SECOND);
    bucket.at = now;
    buckets.set(projectId, bucket);
    return bucket;
  };
  return {
    /** Counts a request. @returns whether it may be recorded */
    takeRequest(projectId: string | null): boolean {
      const bucket = bucketOf(projectId);
      if (bucket.requests < 1) return false;
      bucket.requests -= 1;
      return true;
    },
    hasText: (projectId: string | null): boolean => bucketOf(projectId).text > 0,
    countText(projectId: string | null, characters: number): void {
      bucketOf(projectId).text -= characters;
    },
  };
}
