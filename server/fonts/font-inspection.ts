/** Reads and packs fonts in a worker thread, one at a time, so that no file can block the appliance or exhaust its memory. */
import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { createTurnsByKey } from "../core/tasks.ts";
import { createWorkerThread, LimitExceeded } from "../core/worker-thread.ts";
import { refusedFont } from "./font-formats.ts";
import type { FontRequest, FontResponse } from "./fonts-worker.ts";
import type { FontFacts } from "./read-font.ts";

export type FontInspection = ReturnType<typeof createFontInspection>;

interface InspectionLimits {
  readMs: number;
  /** An old machine takes four seconds for a megabyte of outlines. */
  packMs: number;
  /** Heap limit of the thread. The packer's memory depends only on the size of the font. */
  memoryMb: number;
}

const LIMITS: InspectionLimits = { readMs: 15_000, packMs: 150_000, memoryMb: 256 };
const IDLE_MS = 15_000;

export function createFontInspection({ readMs, packMs, memoryMb }: InspectionLimits = LIMITS) {
  const thread = createWorkerThread<FontRequest, FontResponse>({
    start: (options) => new Worker(new URL("./fonts-worker.ts", import.meta.url), { name: "fonts", ...options }),
    memoryMb,
    idleMs: IDLE_MS,
  });
  const inTurn = createTurnsByKey();
  let closed = false;
  const requireOpen = () => {
    if (closed) throw new AppError("unavailable", sentence("fonts.closing"));
  };

  const ask = <T extends FontResponse>(request: FontRequest, limitMs: number): Promise<T> =>
    inTurn("thread", async () => {
      requireOpen();
      try {
        return (await thread.ask(request, limitMs)) as T;
      } catch (error) {
        requireOpen();
        throw error;
      }
    });

  return {
    /** @throws AppError unsupported_media_type, invalid */
    read: (file: string): Promise<FontFacts> =>
      ask<FontFacts>({ work: "read", file }, readMs).catch((error: unknown) => {
        throw error instanceof LimitExceeded ? refusedFont(sentence("fonts.too_much")) : error;
      }),
    /** The woff2; null above the time or memory limit. @throws AppError invalid for damaged outlines */
    pack: (file: string): Promise<Uint8Array | null> =>
      ask<Uint8Array>({ work: "pack", file }, packMs).catch((error: unknown) => {
        if (error instanceof LimitExceeded) return null;
        throw error;
      }),
    /** Requests in progress fail with AppError unavailable. */
    async close(): Promise<void> {
      closed = true;
      await thread.close();
    },
  };
}
