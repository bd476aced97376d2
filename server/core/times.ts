/** Times as other programs read them. */

/** ms since the epoch as ISO 8601 with offset, such as `2026-01-31T12:00:00.000+00:00` (contract 2.5, `version_cdate`). */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}
