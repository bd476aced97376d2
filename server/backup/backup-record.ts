/** `<dataDir>/backups.json`: plan and results. It is outside the database, so that a restore does not change it. */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { BackupPlan } from "../contracts/backups-api.ts";
import { type SentenceRef, sentenceRefOf } from "../contracts/sentences/words.ts";
import type { Log } from "../core/runtime.ts";
import { ifMissing, writeFileDurably } from "../storage/disk.ts";

const FILE = "backups.json";

/** More than a year of nightly backups and failures. */
export const MAX_ENTRIES = 500;

const time = z.int().min(0);

const entrySchema = z.object({
  id: z.string(),
  /** Absolute path; null if the backup failed. */
  file: z.string().nullable(),
  bytes: z.int().nullable(),
  created_at: time,
  by: z.enum(["schedule", "hand"]),
  verified_at: time.nullable(),
  with_secrets: z.boolean().nullable(),
  missing_files: z.int().nullable(),
  error: z.string().nullable(),
  error_sentence: z.custom<SentenceRef>((value) => sentenceRefOf(value) !== null).nullish(),
});

const recordSchema = z.object({
  plan: BackupPlan,
  /** Encrypted with the folder's key, base64; null: backups contain no secrets. */
  passphrase: z.string().nullable(),
  /** When the plan was last changed; earlier due times do not count. All times in ms. */
  planned_at: time,
  /** When the schedule last ran, with any result; null before the first time. */
  turn_at: time.nullable(),
  /** The last downloaded backup, which is not in Galley's folder. */
  taken: z.object({ file: z.string(), at: time }).nullable(),
  /** Newest first. */
  entries: z.array(entrySchema).max(MAX_ENTRIES),
});

export type BackupRecordStore = ReturnType<typeof openBackupRecord>;
export type BackupRecord = z.output<typeof recordSchema>;
export type BackupEntry = BackupRecord["entries"][number];
const EMPTY: BackupRecord = {
  plan: { schedule: "off", hour: 3, weekday: 0, folder: null, keep: 14 },
  passphrase: null,
  planned_at: 0,
  turn_at: null,
  taken: null,
  entries: [],
};

export function openBackupRecord(dataDir: string, log: Log) {
  const file = path.join(dataDir, FILE);
  let current = whole(dataDir, read(file, log));
  let writing: Promise<void> = Promise.resolve();
  return {
    get: (): Readonly<BackupRecord> => current,
    /** Takes effect immediately; durable when it resolves. */
    put(part: Partial<BackupRecord>): Promise<void> {
      current = { ...current, ...part, entries: (part.entries ?? current.entries).slice(0, MAX_ENTRIES) };
      const text = `${JSON.stringify(fromFolder(dataDir, current), null, 1)}\n`;
      writing = writing.catch(() => undefined).then(() => writeFileDurably(file, text, 0o600));
      return writing;
    },
  };
}

/** Reads the record; null if it does not exist. @throws if it cannot be read */
export function readBackupRecord(dataDir: string): BackupRecord | null {
  const text = textOf(path.join(dataDir, FILE));
  return text === null ? null : whole(dataDir, recordSchema.parse(JSON.parse(text)));
}

function textOf(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    return ifMissing(null)(error);
  }
}

// Paths inside the data folder are stored relative to it, so that the folder can be moved.

const whole = (dataDir: string, stored: BackupRecord) => withPaths(stored, (name) => path.resolve(dataDir, name));

const fromFolder = (dataDir: string, record: BackupRecord) =>
  withPaths(record, (file) => {
    const relative = path.relative(dataDir, file);
    return relative === "" || relative.split(path.sep)[0] === ".." || path.isAbsolute(relative) ? file : relative;
  });

function withPaths(record: BackupRecord, change: (file: string) => string): BackupRecord {
  const { plan, entries } = record;
  return {
    ...record,
    plan: { ...plan, folder: plan.folder === null ? null : change(plan.folder) },
    entries: entries.map((entry) => ({ ...entry, file: entry.file === null ? null : change(entry.file) })),
  };
}

/** Renames an unreadable file, which must not prevent the start. */
function read(file: string, log: Log): BackupRecord {
  const text = textOf(file);
  if (text === null) return EMPTY;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    fs.renameSync(file, `${file}.damaged`);
    log.error(
      `${file} could not be read and was renamed to ${file}.damaged. No scheduled backups are made until you set the plan again.`,
    );
    return EMPTY;
  }
}
