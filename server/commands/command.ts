import { type FlagValues, parseFlags } from "../config/flags.ts";
import { storedSentence } from "../contracts/sentences/index.ts";
import { AppError, ConfigError } from "../core/errors.ts";
import { DatabaseRefused } from "../storage/database.ts";
import { isDiskFull } from "../storage/disk.ts";
import { usageOf } from "./help.ts";
import { COMMANDS, type CommandName, type Entry, flagsOf } from "./table.ts";

/** Exit codes of every command, documented in docs/operating.md. */
export const EXIT = { fine: 0, failed: 1, wrongUsage: 2 } as const;

/** Implemented by plain Node and by the desktop app without its window. */
export interface CommandIo {
  /** Folder of the installation, with package.json, resources/ and dist/web. */
  root: string;
  env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads stdout. */
  isTerminal: boolean;
  /** Ends the process immediately, if an orderly shutdown failed. */
  endNow(exitCode: number): void;
  /** Changes the owner of the files created so far, before the process changes its user. */
  handOver?(uid: number, gid: number): void;
}

export interface Command {
  /** First sentence of an error: "The backup was not made." */
  failed: string;
  /** Returns the exit code. @throws UsageError; AppError, ConfigError, DatabaseRefused */
  run(args: string[], io: CommandIo): Promise<number>;
}

/** A flag, a variable or `config.json` is invalid. The message names the accepted values. */
export class UsageError extends ConfigError {}

export function asUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** Parses the arguments as the table declares them. @throws UsageError */
export function readCommand<Name extends CommandName>(
  name: Name,
  args: string[],
): { values: FlagValues<(typeof COMMANDS)[Name]["flags"]>; operand: string | undefined } {
  const entry: Entry = COMMANDS[name];
  let parsed: ReturnType<typeof parseFlags>;
  try {
    parsed = parseFlags(flagsOf(name), args, entry.operand !== undefined);
  } catch (error) {
    throw wrongUsage(name, `${(error as Error).message.split(". ")[0]}.`);
  }
  const [operand, ...more] = parsed.positionals;
  if (more.length > 0 || (entry.operand === "FILE" && operand === undefined))
    throw wrongUsage(name, entry.operand === "FILE" ? "Give one file." : "Too many arguments.");
  const missing = Object.keys(entry.flags).find((flag) => entry.flags[flag]?.required && !(flag in parsed.values));
  if (missing !== undefined) throw wrongUsage(name, `--${missing} is required.`);
  return { values: parsed.values as FlagValues<(typeof COMMANDS)[Name]["flags"]>, operand };
}

/** @param message what is wrong, as a sentence */
export const wrongUsage = (name: CommandName, message: string): UsageError =>
  new UsageError(`${message} Usage: ${usageOf(name)}`);

/** @param message of a schema, a stored sentence */
export const invalidFlag = (flag: string, given: string | undefined, message: string | undefined): UsageError =>
  new UsageError(
    `--${flag} ${JSON.stringify(given ?? "").slice(0, 300)} is invalid: ${storedSentence(message ?? "").detail}.`,
  );

/** Prints one line of JSON for --json, else words. */
export function print(
  io: CommandIo,
  { json }: { json?: boolean | undefined },
  view: object,
  words: () => string,
): void {
  io.out(`${json ? JSON.stringify(view) : words()}\n`);
}

/** Ctrl+C, the service manager, and a closed terminal. */
export const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort(new AppError("unavailable", "Interrupted by a signal."));
  for (const signal of END_SIGNALS) process.once(signal, abort);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, abort);
  }
}

/** Whether the message is written for the person who typed the command. */
export function isUserFacing(error: unknown): error is Error {
  return [ConfigError, DatabaseRefused, AppError].some((kind) => error instanceof kind);
}

/** A sentence, or the stack of an unexpected error. */
export function sentenceFor(error: unknown): string {
  if (isUserFacing(error)) return error.message;
  if (isDiskFull(error)) return "The disk is full. Free some space, then try again.";
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code !== undefined && !code.startsWith("ERR_") ? `${message}.` : (stack ?? String(error));
}
