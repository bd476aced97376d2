/**
 * How long it is until a moment, in the largest unit that says enough: "25 s", "4 min", "2 h".
 * @param iso ISO 8601
 * @param now ms since the epoch
 * @returns null where the moment has come
 */
export function waitUntil(iso: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1_000);
  if (!(seconds > 0)) return null;
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
