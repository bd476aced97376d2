/**
 * Reads and packs fonts in a worker thread, so that no file can block the appliance or exhaust its memory: one at a time,
 * each within its limits. An idle thread ends.
 */

import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { refusedFont } from "./font-formats.ts";
import type { FontAnswer, FontRequest } from "./fonts-worker.ts";
import type { FontFacts } from "./read-font.ts";

export type FontInspection = ReturnType<typeof createFontInspection>;

export interface InspectionLimits {
  readMs: number;
  /** A megabyte of outlines takes some four seconds of an old machine. */
  packMs: number;
  /** Of the thread's own heap. What the packer takes is bounded by the size of the font. */
  memoryMb: number;
}

const LIMITS: InspectionLimits = { readMs: 15_000, packMs: 150_000, memoryMb: 256 };
/** Of the thread's short-lived values: without a limit they stay some 50 MB of the process for as long as it lives. */
const YOUNG_LIMIT_MB = 16;
/** Starting the thread costs some 200 ms, so it stays for the next file of a batch. */
const IDLE_MS = 15_000;

/** Beyond a limit of time or memory. */
class TooMuch extends Error {}

export function createFontInspection(limits: InspectionLimits = LIMITS) {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const stop = async (stopped: Worker) => {
    if (worker === stopped) worker = null;
    await stopped.terminate();
  };

  const start = () => {
    // The bundle makes an entry of its own of it.
    const started = new Worker(new URL("./fonts-worker.ts", import.meta.url), {
      name: "fonts",
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
      // Flags that are meant for the main thread (a debugger's port, a test runner's hooks) are none of its business.
      execArgv: [],
    });
    started.unref();
    // Once it is gone, however it went, the next font gets a new one.
    started.on("error", () => void stop(started)).on("exit", () => void stop(started));
    return started;
  };

  const askNow = async (request: FontRequest, limitMs: number): Promise<FontAnswer> => {
    if (closed) throw closing();
    clearTimeout(idle);
    worker ??= start();
    const asked = worker;
    const { promise, resolve, reject } = Promise.withResolvers<FontAnswer>();
    const timer = setTimeout(() => reject(new TooMuch()), limitMs);
    const onError = (error: unknown) => reject(closed ? closing() : asTooMuch(error));
    asked.on("message", resolve).on("error", onError).on("exit", onError);
    asked.postMessage(request);
    try {
      return await promise;
    } catch (error) {
      void stop(asked);
      throw error;
    } finally {
      clearTimeout(timer);
      asked.off("message", resolve).off("error", onError).off("exit", onError);
      if (!closed) idle = setTimeout(() => void stop(asked), IDLE_MS).unref();
    }
  };

  const ask = (request: FontRequest, limitMs: number): Promise<FontAnswer> => {
    const mine = last.then(() => askNow(request, limitMs));
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    /** What a font file says of itself. @throws AppError unsupported_media_type, invalid */
    async read(file: string): Promise<FontFacts> {
      const answer = await ask({ work: "read", file }, limits.readMs).catch((error: unknown) => {
        throw error instanceof TooMuch ? refusedFont(sentence("fonts.too_much")) : error;
      });
      if (answer.kind === "read") return answer.facts;
      throw asError(answer);
    },
    /** Its woff2, null where making it takes too long or too much. @throws AppError invalid for damaged outlines */
    async pack(file: string): Promise<Uint8Array | null> {
      try {
        const answer = await ask({ work: "pack", file }, limits.packMs);
        if (answer.kind === "packed") return answer.woff2;
        throw asError(answer);
      } catch (error) {
        if (error instanceof TooMuch) return null;
        throw error;
      }
    },
    /** Ends the thread; what it was asked for fails with AppError unavailable. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      if (worker !== null) await stop(worker);
    },
  };
}

function closing(): AppError {
  return new AppError("unavailable", sentence("fonts.closing"));
}

function asError(answer: FontAnswer): Error {
  if (answer.kind === "refused") return new AppError(answer.code, answer.reason);
  return new Error(`A font could not be inspected: ${answer.kind === "failed" ? answer.detail : answer.kind}`);
}

function asTooMuch(error: unknown): Error {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") return new TooMuch();
  return error instanceof Error ? error : new Error(`The fonts worker ended with ${String(error)}.`);
}
