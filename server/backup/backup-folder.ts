/** The folder of the backups: what lies in it, whether it can be used, and what is said where it cannot. */
import fs from "node:fs";
import path from "node:path";
import { AppError, type Fault, ValidationFailed } from "../core/errors.ts";
import { unguessable } from "../storage/disk.ts";
import { type BackupEntry, MAX_ENTRIES } from "./backup-record.ts";

/** How files of backups are called, whoever made them. */
export const NAME = /^galley[\w.-]{0,200}\.zip$/;
/** What a process that was killed left of ours; a younger one may be under way. */
const LEFTOVER = /^galley[\w.-]{0,200}\.zip(\.[0-9a-f]+\.partial|\.check-\w+)+$/;
const LEFT_AFTER_MS = 24 * 3_600_000;

/** What there is to say of a backup that was not made, or of which nothing is known. */
export const FAILED = { file: null, bytes: null, verified_at: null, with_secrets: null, missing_files: null };

/** The newest backups that lie there, whoever made them. */
export async function inFolder(folder: string): Promise<BackupEntry[]> {
  const names = (await fs.promises.readdir(folder)).filter((name) => NAME.test(name));
  const found: BackupEntry[] = [];
  for (const name of names
    .sort()
    .reverse()
    .slice(0, 2 * MAX_ENTRIES)) {
    const file = path.join(folder, name);
    const stats = await fs.promises.stat(file).catch(() => null);
    if (stats === null || !stats.isFile()) continue;
    const by = name.startsWith("galley-auto-") ? "schedule" : "hand";
    found.push({
      ...FAILED,
      id: name,
      file,
      bytes: stats.size,
      created_at: Math.floor(stats.mtimeMs),
      by,
      error: null,
    });
  }
  return found;
}

/** Makes the folder where it is our own; another is not made: an empty place may be a disk that is not there. */
export async function openFolder(folder: string, isOwn: boolean, now: number): Promise<void> {
  if (isOwn) await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await fs.promises.readdir(folder)) {
    if (!LEFTOVER.test(name)) continue;
    const stats = await fs.promises.stat(path.join(folder, name)).catch(() => null);
    if (stats !== null && stats.mtimeMs < now - LEFT_AFTER_MS)
      await fs.promises.rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** @throws ValidationFailed with what is wrong with it */
export async function requireFolder(folder: string, dataDir: string): Promise<void> {
  const refuse = (msg: string): never => {
    const fault: Fault = { type: "value_error", loc: ["body", "folder"], msg, input: folder };
    throw new ValidationFailed([fault]);
  };
  if (!path.isAbsolute(folder)) refuse("Give the whole path of the folder, from the root.");
  const [top = ""] = path.relative(dataDir, folder).split(path.sep);
  if (["blobs", "tmp", "restore"].includes(top)) refuse("This folder is Galley's own. Choose one for backups alone.");
  const stats = await fs.promises.stat(folder).catch(() => null);
  if (stats === null) refuse(`There is no folder ${folder} on the machine that runs Galley. Make it first.`);
  else if (!stats.isDirectory()) refuse(`${folder} is a file, not a folder.`);
  const trial = unguessable(path.join(folder, ".galley"), "tmp");
  try {
    await fs.promises.writeFile(trial, "", { flag: "wx", mode: 0o600 });
    await fs.promises.rm(trial);
  } catch (error) {
    refuse(`The user that runs Galley may not write there (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Also of a folder that is not made yet. */
export async function isOnDiskOf(dataDir: string, folder: string): Promise<boolean> {
  const own = await fs.promises.stat(dataDir);
  const other = await fs.promises.stat(folder).catch(() => null);
  return other === null ? path.relative(dataDir, folder).split(path.sep)[0] !== ".." : other.dev === own.dev;
}

export function sentenceOf(error: unknown, folder: string): string {
  if (error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return `There is no folder ${folder}. Its disk may not be connected.`;
    case "EACCES":
    case "EPERM":
      return `The user that runs Galley may not write to ${folder} (${code}).`;
    case "EROFS":
      return `The disk of ${folder} is read-only.`;
    case "EIO":
      return `The disk of ${folder} fails (EIO). Put it to the test, and choose another folder.`;
    default:
      return `${message}.`;
  }
}
