/** What reads pastes, once it has come. The first key does not need it. */
type Reading = typeof import("./paste-reader.ts");

let reading: Reading | null = null;

/** Fetches it; where Galley cannot be reached, the next paste tries again. */
export async function loadPasteReader(): Promise<Reading> {
  reading ??= await import("./paste-reader.ts");
  return reading;
}

/** Null as long as it has not come. */
export const pasteReader = (): Reading | null => reading;
