/** Types of the console API for backups: creating, keeping and restoring them (`/backup`, `/restore`, `/backups`). */
import { z } from "zod";
import { id, sentenceBeside, time } from "./schema-parts.ts";

/** Optional body of `POST /backup`. */
export interface BackupBody {
  /** Encrypts the secrets; without a passphrase the backup has none. 8 to 1,024 characters. */
  passphrase?: string | null;
  /** Responds 201 with `BackupView` instead of the file. `GET /backup/:id` then serves the file for ten minutes. */
  prepare?: boolean;
}

const counts = z.object({
  projects: z.number(),
  sessions: z.number(),
  versions: z.number(),
  blobs: z.number(),
});

export const BackupView = z
  .object({
    id,
    file_name: z.string(),
    bytes: z.number(),
    created_at: time,
    counts,
    /** Number of files that the backup omits because they are missing or damaged on the disk. */
    missing_files: z.number(),
    with_secrets: z.boolean(),
  })
  .meta({ id: "BackupReady" });
export type BackupView = z.infer<typeof BackupView>;

/**
 * Response to `POST /restore?new_secrets=`: the backup is valid and replaces the data at the next start. The request
 * body is the file; the header X-Backup-Passphrase has its percent-encoded passphrase. `new_secrets=true` restores an
 * encrypted backup without its passphrase.
 */
export const RestoreView = z
  .object({
    created_at: time,
    galley_version: z.string(),
    counts,
    missing_files: z.number(),
    /** Folder in the data folder that keeps the previous data. */
    kept_aside: z.string(),
    /** Names of the projects whose secret could not be restored. Their sites need the new secret. */
    projects_with_new_secrets: z.array(z.string()),
    /** Sessions that lack credentials for callbacks until their site opens them again. */
    sessions_without_credentials: z.number(),
    /** On hold until an admin releases deliveries. */
    deliveries_held: z.number(),
    /** Whether Galley restarts automatically; otherwise an admin has to restart it. */
    restarting: z.boolean(),
  })
  .meta({ id: "Restore" });
export type RestoreView = z.infer<typeof RestoreView>;

export const BackupPlan = z.object({
  schedule: z.enum(["off", "daily", "weekly"]),
  /** Hour in the machine's local time. */
  hour: z.int().min(0).max(23),
  /** 0 is Sunday. Used only by a weekly schedule. */
  weekday: z.int().min(0).max(6),
  /** Absolute path. Null: `backups` in the data folder. */
  folder: z.string().min(1).max(1_000).nullable(),
  /** How many scheduled backups to keep. Manual backups stay until an admin deletes them. */
  keep: z.int().min(1).max(365),
});
export type BackupPlan = z.infer<typeof BackupPlan>;

/** Body of `PATCH /backups`: any part of the plan. A null `passphrase` makes backups without secrets. */
export type BackupPlanPatch = Partial<BackupPlan> & { passphrase?: string | null };

const backupRow = z.object({
  /** The file name, or a generated id if no file was created. */
  id,
  /** Null for a failed backup. */
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  created_at: time,
  by: z.enum(["schedule", "hand"]),
  /** When this Galley last verified the backup; null: never. */
  verified_at: time.nullable(),
  /** Null if unknown, because another Galley made the backup. */
  with_secrets: z.boolean().nullable(),
  /** Number of files that the backup omits because they were missing on the disk. */
  missing_files: z.number().nullable(),
  error: z.string().nullable(),
  error_sentence: sentenceBeside,
});
export type BackupRow = z.infer<typeof backupRow>;

export const BackupsView = z
  .object({
    /** Backups in the folder and failed ones, newest first; at most 500. */
    items: z.array(backupRow),
    /** with_secrets: whether a passphrase is stored, so that backups include the secrets. */
    plan: BackupPlan.extend({ with_secrets: z.boolean() }),
    folder: z.string(),
    /** Whether the folder is on the same disk as the data folder and would be lost with it. */
    same_disk: z.boolean(),
    /** Sentence: why the folder cannot be read; null if it can. */
    folder_fault: z.string().nullable(),
    folder_fault_sentence: sentenceBeside,
    /** The newest intact or downloaded backup; null: never. */
    last: z.object({ file: z.string().nullable(), at: time }).nullable(),
    /** Time of the next scheduled backup; null if the schedule is off. */
    next_at: time.nullable(),
    /** The running job: creating a backup or verifying one. */
    busy: z.enum(["making", "verifying"]).nullable(),
  })
  .meta({ id: "Backups" });
export type BackupsView = z.infer<typeof BackupsView>;
