/** What every command is and is given; reading its own flags; what it says when it fails. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { AppError, ConfigError } from "../core/errors.ts";
import { DatabaseRefused } from "../storage/database.ts";
import { isDiskFull } from "../storage/disk.ts";

/** Exit codes of every command, as docs/operating.md has them. */
export const EXIT = { fine: 0, failed: 1, wrongUsage: 2 } as const;

/** The process around a command: plain Node, or the desktop app's own without its window. */
export interface CommandIo {
  /** Folder of the installation, with package.json, resources/ and dist/web. */
  root: string;
  env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Ends the process at once, where an end in order has failed. */
  endNow(exitCode: number): void;
  /** Gives what the process has made so far to the user that it is about to become. */
  handOver?(uid: number, gid: number): void;
}

export interface Command {
  /** How it is called, as the sentence about a wrong call repeats it. */
  usage: string;
  /** What `--help` prints below the usage. */
  help: string;
  /** Begins the sentence of a failure: "The backup was not made." */
  failed: string;
  /** @returns the exit code @throws UsageError; AppError, ConfigError, DatabaseRefused with a sentence */
  run(args: string[], io: CommandIo): Promise<number>;
}

/** What was typed, a variable or `config.json` is wrong: the same call would fail again. The message says what is taken. */
export class UsageError extends ConfigError {}

/** @throws UsageError in the place of a ConfigError */
export function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** @throws UsageError naming what is wrong, with the usage */
export function readFlags<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  usage: string,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args, options, allowPositionals, strict: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. Usage: ${usage}`);
  }
}

/** What names the data folder among a command's flags, as `readDataDir` takes it. */
export function dataDirArgs({ "data-dir": dataDir }: { "data-dir"?: string | undefined }): string[] {
  return dataDir === undefined ? [] : [`--data-dir=${dataDir}`];
}

/** Ctrl+C and SIGTERM abort the work, which then leaves nothing half behind. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort(new AppError("unavailable", "It was interrupted."));
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, abort);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}

/** Whether an error's message is a sentence for the person who typed the command. */
export function isForPeople(error: unknown): error is Error {
  return [ConfigError, DatabaseRefused, AppError].some((kind) => error instanceof kind);
}

/** What to say of it: a sentence, or, of what nobody foresaw, its stack. */
export function sentenceFor(error: unknown): string {
  if (isForPeople(error)) return error.message;
  if (isDiskFull(error)) return "The disk is full. Free some space, then try again.";
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code !== undefined && !code.startsWith("ERR_") ? `${message}.` : (stack ?? String(error));
}
