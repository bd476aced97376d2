/** The thread that reads and packs fonts: one message in, one out. `font-inspection.ts` sets its limits. */

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import type { Sentence } from "../contracts/sentences/index.ts";
import { AppError, type ErrorCode } from "../core/errors.ts";
import { type FontFacts, readFont, unpackFont } from "./read-font.ts";
import { packWoff2 } from "./woff2.ts";

export interface FontRequest {
  work: "read" | "pack";
  /** Absolute path. */
  file: string;
}

export type FontResponse =
  | { kind: "read"; facts: FontFacts }
  | { kind: "packed"; woff2: Uint8Array }
  | { kind: "refused"; code: ErrorCode; reason: string | Sentence }
  /** A bug or a broken disk: `detail` is for the log. */
  | { kind: "failed"; detail: string };

async function respond({ work, file }: FontRequest): Promise<FontResponse> {
  try {
    const bytes = await readFile(file);
    if (work === "read") return { kind: "read", facts: await readFont(bytes) };
    return { kind: "packed", woff2: await packWoff2((await unpackFont(bytes)).sfnt) };
  } catch (error) {
    if (error instanceof AppError)
      return { kind: "refused", code: error.code, reason: error.sentence ?? error.message };
    return { kind: "failed", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (request: FontRequest) => parentPort?.postMessage(await respond(request)));
