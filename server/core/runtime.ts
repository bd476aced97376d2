/** Time, randomness and the log, injected so that tests can set the clock and predict ids. Also pauses, closing and time formats. */
import { randomBytes, randomUUID } from "node:crypto";

export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls back once after at least `ms`; the timer does not keep the process alive. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface Random {
  uuid(): string;
  /** A uuid that begins with the time, so that rows created in sequence share index pages. 74 bits are random. @param now ms */
  timedUuid(now: number): string;
  /** `bytes` of randomness as unpadded base64url. */
  token(bytes: number): string;
  /** A number from 0 up to, but not including, 1: for jitter only. */
  fraction(): number;
}

/** For the admin of a headless machine: one sentence each, no secrets. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `error` is written with its stack. */
  error(message: string, error?: unknown): void;
}

export interface Runtime {
  clock: Clock;
  random: Random;
  log: Log;
}

/** setTimeout overflows at 2^31 ms and would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Hexadecimal digits of a uuid's time: its first two groups. */
const TIME_DIGITS = 12;

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  timedUuid(now) {
    const time = now.toString(16).padStart(TIME_DIGITS, "0").slice(-TIME_DIGITS);
    return `${time.slice(0, 8)}-${time.slice(8)}${randomUUID().slice(TIME_DIGITS + 1)}`;
  },
  token: (bytes) => randomBytes(bytes).toString("base64url"),
  fraction: () => Math.random(),
};

/** Resolves after `ms`, or when the signal aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener("abort", end);
  });
}

/** Aborts `run` after `ms`. @throws `late()` after a timeout; otherwise the error of `run` */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> {
  const time = new AbortController();
  const cancel = clock.after(ms, () => time.abort());
  try {
    return await run(AbortSignal.any([signal, time.signal]));
  } catch (error) {
    throw time.signal.aborted ? late() : error;
  } finally {
    cancel();
  }
}

/** How long one step of a background task may block the event loop, without its commit and its last statement, ms. */
const SLICE_MS = 5;

/** Begins a step of a background task. Returns a function that says whether the step's time is over. */
export function timeSlice(): () => boolean {
  const end = performance.now() + SLICE_MS;
  return () => performance.now() > end;
}

/** Lets pending requests run between two steps of a background task. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Closes a database connection at the end of the block that declares it with `using`. */
export const closing = <Closed extends { close(): unknown }>(opened: Closed): Closed & Disposable =>
  Object.assign(opened, { [Symbol.dispose]: () => void opened.close() });

/** ms since the epoch as ISO 8601 with offset, such as `2026-01-31T12:00:00.000+00:00` (contract 2.5, `version_cdate`). */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

/** A time in the name of a file, such as `2026-01-31T12-00-00Z`. */
export function timeInName(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}
