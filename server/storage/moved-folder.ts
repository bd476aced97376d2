/**
 * Notes about a moved data folder. `moved-to.json` in the old folder points to the new one, and prevents two Galleys from
 * writing to two copies. `moved-from.json` in the new folder was written by earlier versions: the copy may be unfinished.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";

export const MOVED_TO_FILE = "moved-to.json";
export const MOVED_FROM_FILE = "moved-from.json";

const MAX_BYTES = 64 * 1024;

const folder = z
  .string()
  .max(4096)
  .refine((value) => path.isAbsolute(value) && !value.includes("\0"));
const MovedTo = z.object({ to: folder, at: z.iso.datetime({ offset: true }) });
const MovedFrom = z.object({ from: folder, isComplete: z.boolean() });

/** The folder with the standard folder's data. @throws ConfigError if it is missing, so that Galley never starts without data */
export function resolveMovedFolder(standard: string): string {
  const moved = readMovedTo(standard);
  if (moved === null) return standard;
  const problem = fs.existsSync(moved.to) ? "contains no Galley data" : "does not exist";
  if (!holdsData(moved.to))
    throw new ConfigError(
      `The data folder was moved to ${moved.to}, which ${problem}. If a disk belongs there, connect it and start Galley again. If the data was moved again, correct ${path.join(standard, MOVED_TO_FILE)}, or name the folder with --data-dir.`,
    );
  return moved.to;
}

/** Also true during a restore, which moves the database away briefly. */
function holdsData(dataDir: string): boolean {
  return ["galley.db", path.join("restore", "apply.json")].some((name) => fs.existsSync(path.join(dataDir, name)));
}

/** @throws ConfigError if the folder's data is elsewhere or incomplete */
export function requireNotMoved(dataDir: string): void {
  const moved = readMovedTo(dataDir);
  if (moved !== null)
    throw new ConfigError(
      `The data of ${dataDir} was moved to ${moved.to} at ${moved.at}. Start Galley on that folder with --data-dir. To use the data of ${dataDir}, first remove ${MOVED_TO_FILE} from it.`,
    );
  const from = readNote(dataDir, MOVED_FROM_FILE, MovedFrom, "If all of the data is here, remove this file.");
  if (from?.isComplete === false)
    throw new ConfigError(
      `${dataDir} contains an unfinished copy: moving ${from.from} failed, and the data is still there. Start Galley on that folder. You can delete the content of ${dataDir}.`,
    );
}

const EXAMPLE = { to: path.join(path.parse(process.cwd()).root, "srv", "galley"), at: "2026-01-31T12:00:00Z" };

const readMovedTo = (dataDir: string) =>
  readNote(
    dataDir,
    MOVED_TO_FILE,
    MovedTo,
    `Example: ${JSON.stringify(EXAMPLE)}. Correct it, or name the data folder with --data-dir.`,
  );

function readNote<T>(dataDir: string, name: string, schema: z.ZodType<T>, fix: string): T | null {
  const file = path.join(dataDir, name);
  let text: string;
  try {
    if (fs.statSync(file).size > MAX_BYTES) throw new Error("it is too long");
    text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Reported when the folder is opened.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG" || code === "EACCES") return null;
    throw new ConfigError(`${file} cannot be read (${message}). ${fix}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${file} is invalid. ${fix}`);
  }
}
