/** The thread that inspects uploads: one message in, one out. `inspect.ts` sets its limits. */

import { parentPort } from "node:worker_threads";
import type { Sentence } from "../contracts/sentences/index.ts";
import { AppError, type ErrorCode } from "../core/errors.ts";
import { type Inspected, inspectFile } from "./inspect-file.ts";

export interface InspectRequest {
  /** Absolute path. */
  file: string;
  size: number;
  originalName: string;
}

export type InspectResponse =
  | { kind: "accepted"; inspected: Inspected }
  | { kind: "refused"; code: ErrorCode; reason: string | Sentence }
  /** A bug or a broken disk: `detail` is for the log. */
  | { kind: "failed"; detail: string };

async function respond({ file, size, originalName }: InspectRequest): Promise<InspectResponse> {
  try {
    return { kind: "accepted", inspected: await inspectFile(file, size, originalName) };
  } catch (error) {
    if (error instanceof AppError)
      return { kind: "refused", code: error.code, reason: error.sentence ?? error.message };
    return { kind: "failed", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (request: InspectRequest) => parentPort?.postMessage(await respond(request)));
