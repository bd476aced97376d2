/** The list of backups: the files in the folder with their records, and the failed backups. */
import path from "node:path";
import type { BackupRow, BackupsView } from "../contracts/backups-api.ts";
import type { Overview } from "../contracts/overview-api.ts";
import type { Sentence } from "../contracts/sentences/index.ts";
import { isoTime } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";
import { backupsIn, reasonOf } from "./backup-folder.ts";
import { type BackupEntry, type BackupRecord, MAX_ENTRIES } from "./backup-record.ts";

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

/** The newest complete backup. Backups of older versions are only in the audit log. */
export function newestOf(
  entries: readonly BackupEntry[],
  downloaded: BackupRecord["taken"],
  audited: Overview["backup"],
): BackupsView["last"] {
  const made = entries.find(({ file, error }) => file !== null && error === null);
  const [newest] = [
    ...(made === undefined ? [] : [{ file: made.id, at: made.created_at }]),
    ...(downloaded === null ? [] : [downloaded]),
    ...(audited === null ? [] : [{ file: audited.file, at: Date.parse(audited.last_at) }]),
  ].sort((a, b) => b.at - a.at);
  return newest === undefined ? null : { file: newest.file, at: isoTime(newest.at) };
}

export function lastAudited(database: Database): Overview["backup"] {
  const row = database
    .prepare<[], { at: number; file: string | null }>(
      `SELECT at, detail ->> '$.file' AS file FROM audit_log WHERE action = 'backup made' ORDER BY id DESC LIMIT 1`,
    )
    .get();
  return row === undefined ? null : { last_at: isoTime(row.at), file: row.file };
}

export function rowOf(entry: BackupEntry): BackupRow {
  return {
    ...entry,
    file: entry.file === null ? null : path.basename(entry.file),
    created_at: isoTime(entry.created_at),
    verified_at: entry.verified_at === null ? null : isoTime(entry.verified_at),
  };
}
