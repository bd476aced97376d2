/** Reads and packs fonts in a worker thread, one at a time, so that no file can block the appliance or exhaust its memory. */

import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { refusedFont } from "./font-formats.ts";
import type { FontAnswer, FontRequest } from "./fonts-worker.ts";
import type { FontFacts } from "./read-font.ts";

export type FontInspection = ReturnType<typeof createFontInspection>;

export interface InspectionLimits {
  readMs: number;
  /** An old machine takes four seconds for a megabyte of outlines. */
  packMs: number;
  /** Of the thread's heap. The size of the font bounds the packer. */
  memoryMb: number;
}

const LIMITS: InspectionLimits = { readMs: 15_000, packMs: 150_000, memoryMb: 256 };
/** Of short-lived values: without a limit they take some 50 MB of the process for good. */
const YOUNG_LIMIT_MB = 16;
/** Starting the thread costs some 200 ms, so it stays for the next file of a batch. */
const IDLE_MS = 15_000;

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
    const started = new Worker(new URL("./fonts-worker.ts", import.meta.url), {
      name: "fonts",
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
      // Flags of the main thread (a debugger's port, a test runner's hooks) do not apply.
      execArgv: [],
    });
    started.unref();
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
    /** @throws AppError unsupported_media_type, invalid */
    async read(file: string): Promise<FontFacts> {
      const answer = await ask({ work: "read", file }, limits.readMs).catch((error: unknown) => {
        throw error instanceof TooMuch ? refusedFont(sentence("fonts.too_much")) : error;
      });
      if (answer.kind === "read") return answer.facts;
      throw asError(answer);
    },
    /** The woff2; null above the time or memory limit. @throws AppError invalid for damaged outlines */
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
