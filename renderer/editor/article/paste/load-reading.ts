/** What reads pastes, once it has come. The first key does not need it. */
type Reading = typeof import("./reading.ts");

let reading: Reading | null = null;

/** Fetches it; where Galley cannot be reached, the next paste tries again. */
export async function fetchReading(): Promise<Reading> {
  reading ??= await import("./reading.ts");
  return reading;
}

/** Null as long as it has not come. */
export const readingNow = (): Reading | null => reading;
