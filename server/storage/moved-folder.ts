/**
 * `moved-to.json` in the old data folder points to the new one, and prevents two Galleys from writing to two copies.
 * `moved-from.json` in the new folder: the copy is incomplete, or the admin has not seen where the old data is.
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

/** The folder with the standard folder's data. @throws ConfigError if it is missing, so that Galley never starts without data */
export function resolveMovedFolder(standard: string): string {
  const moved = readNote(standard, MOVED_TO_FILE, MovedTo, MOVED_TO_WORDS);
  if (moved === null) return standard;
  const file = path.join(standard, MOVED_TO_FILE);
  if (!fs.existsSync(moved.to))
    throw new ConfigError(
      `The data folder was moved to ${moved.to}, which does not exist. If its disk is not connected, connect it and start Galley again. If the folder was renamed, correct ${file}, or name the folder with --data-dir.`,
    );
  if (!holdsData(moved.to))
    throw new ConfigError(
      `The data folder was moved to ${moved.to}, which contains no Galley data. If a disk belongs there, connect it and start Galley again. If the data was moved again, correct ${file}, or name the folder with --data-dir.`,
    );
  return moved.to;
}

/** Also true during a restore, which moves the database away briefly. */
function holdsData(dataDir: string): boolean {
  return ["galley.db", path.join("restore", "apply.json")].some((name) => fs.existsSync(path.join(dataDir, name)));
}

/** @throws ConfigError if the folder's data is elsewhere or incomplete */
export function requireNotMoved(dataDir: string): void {
  const moved = readNote(dataDir, MOVED_TO_FILE, MovedTo, MOVED_TO_WORDS);
  if (moved !== null)
    throw new ConfigError(
      `The data of ${dataDir} was moved to ${moved.to} at ${moved.at}. Start Galley on that folder with --data-dir. To use ${dataDir} for new data, first remove ${MOVED_TO_FILE} from it.`,
    );
  const from = readMovedFrom(dataDir);
  if (from?.isComplete === false)
    throw new ConfigError(
      `${dataDir} contains an unfinished copy: moving ${from.from} failed, and the data is still there. Start Galley on that folder. You can delete the content of ${dataDir}.`,
    );
}

/** @throws ConfigError for an unreadable file */
export function readMovedFrom(dataDir: string): MovedFrom | null {
  return readNote(dataDir, MOVED_FROM_FILE, MovedFrom, {
    says: "where the data came from",
    fix: "If all of the data is here, remove this file. If it is still in the old folder, start Galley on that one with --data-dir.",
  });
}

export function previousDataFolder({ from, kept }: MovedFrom): string {
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
  fix: `Example: {"to": ${JSON.stringify(path.join(path.parse(process.cwd()).root, "srv", "galley"))}, "at": "2026-01-31T12:00:00Z"}. Correct it, or name the data folder with --data-dir.`,
};

function readNote<T>(
  dataDir: string,
  name: string,
  schema: z.ZodType<T>,
  { says, fix }: { says: string; fix: string },
): T | null {
  const file = path.join(dataDir, name);
  let text: string;
  try {
    if (fs.statSync(file).size > MAX_BYTES) throw new Error("it is too long");
    text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Reported when the folder is opened.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG" || code === "EACCES") return null;
    throw new ConfigError(`${file}, which says ${says}, cannot be read (${message}). ${fix}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${file} is invalid: it must say ${says}. ${fix}`);
  }
}
