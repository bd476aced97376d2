/** How much of each project's requests is recorded, so that a flood fills neither the disk nor the log of the others. */
import type { Clock } from "../../core/runtime.ts";

/** Requests of one project per second, and how many may come at once. Strangers share the quota of one project. */
const PER_SECOND = 50;
const AT_ONCE = 500;
/** Characters of failed requests and their responses per second, and at once. */
const TEXT_PER_SECOND = 16 * 1024;
const TEXT_AT_ONCE = 1024 * 1024;

interface Bucket {
  requests: number;
  text: number;
  at: number;
}

export function createRequestQuota(clock: Clock) {
  const buckets = new Map<string | null, Bucket>();
  const bucketOf = (projectId: string | null): Bucket => {
    const now = clock.now();
    const bucket = buckets.get(projectId) ?? { requests: AT_ONCE, text: TEXT_AT_ONCE, at: now };
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.requests = Math.min(AT_ONCE, bucket.requests + seconds * PER_SECOND);
    bucket.text = Math.min(TEXT_AT_ONCE, bucket.text + seconds * TEXT_PER_SECOND);
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
    /** Whether what a request said may be recorded. */
    hasText: (projectId: string | null): boolean => bucketOf(projectId).text > 0,
    countText(projectId: string | null, characters: number): void {
      bucketOf(projectId).text -= characters;
    },
  };
}
