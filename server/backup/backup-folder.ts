/** The backup folder: its files, the list of backups, whether it is usable, and the sentences for its faults. */
import fs from "node:fs";
import path from "node:path";
import type { BackupRow, BackupsView } from "../contracts/backups-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError, refusedPart } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import { unguessableName } from "../storage/disk.ts";
import { type BackupEntry, type BackupRecord, MAX_ENTRIES } from "./backup-record.ts";

/** Names of backup files, whether Galley or the admin made them. */
export const NAME = /^galley[\w.-]{0,200}\.zip$/;
/** Temporary files of a killed process; a recent one may still be in use. */
const LEFTOVER = /^galley[\w.-]{0,200}\.zip(\.[0-9a-f]+\.partial|\.check-\w+)+$/;
const LEFTOVER_AGE_MS = 24 * 3_600_000;

/** The fields of a backup that failed or was never checked. */
export const UNKNOWN = { file: null, bytes: null, verified_at: null, with_secrets: null, missing_files: null };

/** The newest backups in the folder, of any origin. */
export async function backupsIn(folder: string): Promise<BackupEntry[]> {
  const names = (await fs.promises.readdir(folder)).filter((name) => NAME.test(name));
  const newest = names
    .sort()
    .reverse()
    .slice(0, 2 * MAX_ENTRIES);
  const found: BackupEntry[] = [];
  for (const name of newest) {
    const file = path.join(folder, name);
    const stats = await fs.promises.stat(file).catch(() => null);
    if (stats === null || !stats.isFile()) continue;
    const by = name.startsWith("galley-auto-") ? "schedule" : "hand";
    const created_at = Math.floor(stats.mtimeMs);
    found.push({ ...UNKNOWN, id: name, file, bytes: stats.size, created_at, by, error: null });
  }
  return found;
}

/** Removes leftovers. Creates only the default folder, because the disk of another may not be mounted. */
export async function openFolder(folder: string, isDefault: boolean, now: number): Promise<void> {
  if (isDefault) await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await fs.promises.readdir(folder)) {
    if (!LEFTOVER.test(name)) continue;
    const stats = await fs.promises.stat(path.join(folder, name)).catch(() => null);
    if (stats !== null && stats.mtimeMs < now - LEFTOVER_AGE_MS)
      await fs.promises.rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** @throws ValidationFailed with the reason why the folder cannot store backups */
export async function requireFolder(folder: string, dataDir: string): Promise<void> {
  const refuse = (reason: Sentence): never => {
    throw refusedPart("folder", reason, folder);
  };
  if (!path.isAbsolute(folder)) refuse(sentence("backups.absolute_path"));
  const [top = ""] = path.relative(dataDir, folder).split(path.sep);
  if (["blobs", "tmp", "restore"].includes(top)) refuse(sentence("backups.own_folder"));
  const trial = unguessableName(path.join(folder, ".galley"), "tmp");
  try {
    await fs.promises.writeFile(trial, "", { flag: "wx", mode: 0o600 });
    await fs.promises.rm(trial);
  } catch (error) {
    refuse(reasonOf(error, folder));
  }
}

/** Whether the folder, which may not exist yet, is on the disk of the data folder. */
export async function isOnSameDisk(dataDir: string, folder: string): Promise<boolean> {
  const own = await fs.promises.stat(dataDir);
  const other = await fs.promises.stat(folder).catch(() => null);
  return other === null ? path.relative(dataDir, folder).split(path.sep)[0] !== ".." : other.dev === own.dev;
}

const FOLDER_FAULTS: Readonly<
  Record<string, "folder_missing" | "not_a_folder" | "folder_read_only" | "folder_failing">
> = {
  ENOENT: "folder_missing",
  ENOTDIR: "not_a_folder",
  EROFS: "folder_read_only",
  EIO: "folder_failing",
};

export function reasonOf(error: unknown, folder: string): Sentence {
  if (error instanceof AppError && error.sentence !== null) return error.sentence;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const folderFault = FOLDER_FAULTS[code];
  if (folderFault !== undefined) return sentence(`backups.${folderFault}`, { folder });
  if (code === "EACCES" || code === "EPERM") return sentence("backups.folder_not_writable", { folder, code });
  return sentence("backups.other", { message: message.replace(/\.$/, "") });
}

/** Newest first. `fault` is the reason why the folder cannot be read. */
export async function listBackups(
  { entries, plan }: Readonly<BackupRecord>,
  folder: string,
): Promise<{ rows: BackupEntry[]; fault: Sentence | null }> {
  let present: BackupEntry[] = [];
  let fault: Sentence | null = null;
  try {
    present = await backupsIn(folder);
  } catch (error) {
    const isNotMadeYet = plan.folder === null && (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isNotMadeYet) fault = reasonOf(error, folder);
  }
  const known = new Map(entries.map((entry) => [entry.file, entry]));
  const rows = present.map((found) => ({ ...(known.get(found.file) ?? found), bytes: found.bytes }));
  rows.push(...entries.filter(({ file }) => file === null));
  return { rows: rows.sort((a, b) => b.created_at - a.created_at).slice(0, MAX_ENTRIES), fault };
}

/** The newest complete or downloaded backup. */
export function newestOf(entries: readonly BackupEntry[], downloaded: BackupRecord["taken"]): BackupsView["last"] {
  const made = entries.find(({ file, error }) => file !== null && error === null);
  if (made !== undefined && made.created_at >= (downloaded?.at ?? 0))
    return { file: made.id, at: isoTime(made.created_at) };
  return downloaded && { file: downloaded.file, at: isoTime(downloaded.at) };
}

export function rowOf(entry: BackupEntry): BackupRow {
  return {
    ...entry,
    file: entry.file === null ? null : path.basename(entry.file),
    created_at: isoTime(entry.created_at),
    verified_at: entry.verified_at === null ? null : isoTime(entry.verified_at),
  };
}
