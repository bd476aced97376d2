type Reading = typeof import("./paste-reader.ts");

let reading: Reading | null = null;

/** A failed load is tried again by the next paste. */
export async function loadPasteReader(): Promise<Reading> {
  reading ??= await import("./paste-reader.ts");
  return reading;
}

export const pasteReader = (): Reading | null => reading;
