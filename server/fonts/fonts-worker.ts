/** The thread that reads and packs fonts; `font-inspection.ts` sets its limits. */

import { readFile } from "node:fs/promises";
import { respondToMessages } from "../core/worker-thread.ts";
import { type FontFacts, readFont, unpackFont } from "./read-font.ts";
import { packWoff2 } from "./woff2.ts";

export interface FontRequest {
  work: "read" | "pack";
  /** Absolute path. */
  file: string;
}

/** The facts, or the woff2. */
export type FontResponse = FontFacts | Uint8Array;

respondToMessages(async ({ work, file }: FontRequest): Promise<FontResponse> => {
  const bytes = await readFile(file);
  return work === "read" ? readFont(bytes) : packWoff2((await unpackFont(bytes)).sfnt);
});
