/** What the two commands have in common: arguments, the passphrase, interruption, and the last word. */
import fs from "node:fs";
import { parseArgs } from "node:util";
import { readDataDir } from "../config.ts";
import { AppError, ConfigError } from "../core/errors.ts";
import { formatBytes } from "../storage/blobs.ts";
import { closeNewFiles } from "../storage/data-folder.ts";
import { DatabaseRefused } from "../storage/database.ts";
import type { Manifest } from "./format.ts";
import { MAX_PASSPHRASE, MIN_PASSPHRASE } from "./passphrase.ts";

/** A command line that cannot be followed; the message says what is taken. */
export class UsageError extends Error {}

export interface Arguments {
  file: string;
  /** As it was typed; null where it was not. */
  dataDir: string | null;
  passphrase: string | null;
  /** Further flags that were set. */
  flags: Set<string>;
}

/**
 * @param usage the line that shows how it is called
 * @param flags names of the flags without a value
 * @throws UsageError
 */
export function readArguments(args: string[], usage: string, flags: string[]): Arguments {
  const options = {
    "data-dir": { type: "string" },
    "passphrase-file": { type: "string" },
    ...Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" } as const])),
  } as const;
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. Usage: ${usage}`);
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file. Usage: ${usage}`);
  const { "data-dir": dataDir, "passphrase-file": passphraseFile, ...set } = parsed.values;
  return {
    file,
    dataDir: typeof dataDir === "string" ? dataDir : null,
    passphrase: typeof passphraseFile === "string" ? readPassphrase(passphraseFile) : null,
    flags: new Set(Object.keys(set).filter((name) => set[name] === true)),
  };
}

/** The data folder that an appliance would use with the same flag and environment. */
export function dataDirOf({ dataDir }: Arguments): string {
  return readDataDir(dataDir === null ? [] : ["--data-dir", dataDir], process.env);
}

/** The first line: editors end their files with one. */
function readPassphrase(file: string): string {
  let content: string;
  try {
    content = fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`The passphrase file cannot be read: ${(error as Error).message}`);
  }
  const passphrase = content.split(/\r?\n/, 1)[0] ?? "";
  if (passphrase.length < MIN_PASSPHRASE || passphrase.length > MAX_PASSPHRASE)
    throw new UsageError(
      `The passphrase is the first line of ${file}; it must have ${MIN_PASSPHRASE} to ${MAX_PASSPHRASE} characters.`,
    );
  return passphrase;
}

/**
 * Runs a command to its end: its last words on stdout, or on stderr why not. Ctrl+C leaves nothing behind.
 * @param failed begins the sentence of a failure
 */
export function runCommand(failed: string, work: (signal: AbortSignal) => Promise<string>): void {
  closeNewFiles();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stop.abort(new AppError("unavailable", "It was interrupted.")));
  work(stop.signal).then(
    (said) => void process.stdout.write(`${said}\n`),
    (error: unknown) => {
      process.exitCode = 1;
      process.stderr.write(`${failed} ${sentenceFor(error, stop.signal)}\n`);
    },
  );
}

function sentenceFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return (signal.reason as Error).message;
  const isForPeople = [UsageError, ConfigError, DatabaseRefused, AppError].some((kind) => error instanceof kind);
  if (isForPeople) return (error as Error).message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code !== undefined && !code.startsWith("ERR_") ? `${message}.` : (stack ?? String(error));
}

/** A line on stderr while it takes its time. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** "2 projects, 14 sessions, 31 versions and 12 files" */
export function countsInWords({ counts, missing }: Manifest): string {
  const words = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const files = words(counts.blobs - missing.length, "file");
  return `${words(counts.projects, "project")}, ${words(counts.sessions, "session")}, ${words(counts.versions, "version")} and ${files}`;
}

/** A warning about files that are not in the backup, or none. */
export function missingInWords({ missing }: Manifest): string[] {
  if (missing.length === 0) return [];
  return [
    `Warning: ${missing.length} files of articles are missing or damaged on the disk and are not in the backup, such as blobs/${missing[0]?.slice(0, 2)}/${missing[0]?.slice(2)}.`,
  ];
}

export function sizeInWords(file: string): string {
  return formatBytes(fs.statSync(file).size);
}
