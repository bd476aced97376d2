/**
 * `moved-to.json` in an old data folder leads the standard folder to the new one, and prevents that two Galleys write two
 * copies. `moved-from.json` in the new folder: the copy is incomplete, or the admin has not been shown where the old data is.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import { removeFileDurably, writeFileDurably } from "./disk.ts";

export const MOVED_TO_FILE = "moved-to.json";
export const MOVED_FROM_FILE = "moved-from.json";

const MAX_BYTES = 64 * 1024;

const folder = z
  .string()
  .max(4096)
  .refine((value) => path.isAbsolute(value) && !value.includes("\0"));
const MovedTo = z.object({ to: folder, at: z.iso.datetime({ offset: true }) });
const MovedFrom = z.object({
  from: folder,
  /** The old data after the move. */
  kept: folder,
  isComplete: z.boolean(),
});

export type MovedTo = z.output<typeof MovedTo>;
export type MovedFrom = z.output<typeof MovedFrom>;

/** The folder with the standard folder's data. @throws ConfigError for a missing target: a new service never starts there */
export function followMove(standard: string): string {
  const moved = readNote(standard, MOVED_TO_FILE, MovedTo, MOVED_TO_WORDS);
  if (moved === null) return standard;
  const file = path.join(standard, MOVED_TO_FILE);
  if (!fs.existsSync(moved.to))
    throw new ConfigError(
      `The data folder was moved to ${moved.to}, and that folder is not there. If it is on a disk that is not connected, connect it and start Galley again. If the folder has another name by now, write that into ${file}, or name it with --data-dir.`,
    );
  if (!holdsData(moved.to))
    throw new ConfigError(
      `The data folder was moved to ${moved.to}, and that folder holds no data of Galley. If a disk belongs there, connect it and start Galley again; if the data is elsewhere by now, write where into ${file}, or name it with --data-dir.`,
    );
  return moved.to;
}

/** A restore moves the database away for a moment. */
function holdsData(dataDir: string): boolean {
  return ["galley.db", path.join("restore", "apply.json")].some((name) => fs.existsSync(path.join(dataDir, name)));
}

/** @throws ConfigError if the folder's data is elsewhere or incomplete */
export function requireNotMoved(dataDir: string): void {
  const moved = readNote(dataDir, MOVED_TO_FILE, MovedTo, MOVED_TO_WORDS);
  if (moved !== null)
    throw new ConfigError(
      `The data of ${dataDir} was moved to ${moved.to} at ${moved.at}. Start Galley on that folder with --data-dir, so that there is one Galley and not two. To use ${dataDir} for something new, remove ${MOVED_TO_FILE} in it first.`,
    );
  const from = readMovedFrom(dataDir);
  if (from?.isComplete === false)
    throw new ConfigError(
      `${dataDir} holds an unfinished copy: moving the data folder ${from.from} broke off, and the data is still there. Start Galley on that one. What is in ${dataDir} can be deleted.`,
    );
}

/** @throws ConfigError for an unreadable file */
export function readMovedFrom(dataDir: string): MovedFrom | null {
  return readNote(dataDir, MOVED_FROM_FILE, MovedFrom, {
    says: "where the data came from",
    mend: "If all of the data is here, remove this file; if the data is still in the folder that it came from, start Galley on that one with --data-dir.",
  });
}

export function oldDataOf({ from, kept }: MovedFrom): string {
  return fs.existsSync(kept) ? kept : from;
}

const writeNote = (dataDir: string, name: string, note: object) =>
  writeFileDurably(path.join(dataDir, name), JSON.stringify(note, null, 2), 0o600);

export const writeMovedFrom = (dataDir: string, note: MovedFrom) => writeNote(dataDir, MOVED_FROM_FILE, note);
export const writeMovedTo = (dataDir: string, note: MovedTo) => writeNote(dataDir, MOVED_TO_FILE, note);
export const removeMovedFrom = (dataDir: string) => removeFileDurably(path.join(dataDir, MOVED_FROM_FILE));
export const removeMovedTo = (dataDir: string) => removeFileDurably(path.join(dataDir, MOVED_TO_FILE));

const MOVED_TO_WORDS = {
  says: "where the data is",
  mend: `It reads such as {"to": ${JSON.stringify(path.join(path.parse(process.cwd()).root, "srv", "galley"))}, "at": "2026-01-31T12:00:00Z"}. Mend it, or name the data folder with --data-dir.`,
};

function readNote<T>(
  dataDir: string,
  name: string,
  schema: z.ZodType<T>,
  { says, mend }: { says: string; mend: string },
): T | null {
  const file = path.join(dataDir, name);
  let text: string;
  try {
    if (fs.statSync(file).size > MAX_BYTES) throw new Error("it is too long");
    text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Opening the folder reports such errors.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG" || code === "EACCES") return null;
    throw new ConfigError(`${file}, which says ${says}, cannot be read (${message}). ${mend}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${file} must say ${says}, and does not. ${mend}`);
  }
}
