/** Types of the console's API for backups: creating, keeping and restoring them (`/backup`, `/restore`, `/backups`). */

import type { SentenceRef } from "./sentences/words.ts";

/** Optional body of `POST /backup`. */
export interface BackupBody {
  /** Encrypts the secrets; without a passphrase the backup has none. 8 to 1,024 characters. */
  passphrase?: string | null;
  /** Responds 201 with `BackupView` instead of the file. `GET /backup/:id` then serves the file for ten minutes. */
  prepare?: boolean;
}

/** A backup that is ready for a single download. */
export interface BackupView {
  id: string;
  file_name: string;
  bytes: number;
  created_at: string;
  counts: { projects: number; sessions: number; versions: number; blobs: number };
  /** Files of articles that are missing or damaged on this machine's disk. The backup leaves them out. */
  missing_files: number;
  with_secrets: boolean;
}

/**
 * Response to `POST /restore?new_secrets=`: the backup is valid and replaces the data at the next start. The request
 * body is the file; the header X-Backup-Passphrase has its percent-encoded passphrase. `new_secrets=true` restores an
 * encrypted backup without its passphrase.
 */
export interface RestoreView {
  created_at: string;
  galley_version: string;
  counts: BackupView["counts"];
  missing_files: number;
  /** Folder in the data folder that keeps the previous data. */
  kept_aside: string;
  /** Names of the projects whose secret could not be restored. Their sites need the new secret. */
  projects_with_new_secrets: string[];
  /** Sessions that lack credentials for callbacks until their site opens them again. */
  sessions_without_credentials: number;
  /** All of them are on hold until an admin releases deliveries. */
  deliveries_held: number;
  /** Whether Galley now restarts by itself; otherwise an admin has to restart it. */
  restarting: boolean;
}

export interface BackupPlan {
  schedule: "off" | "daily" | "weekly";
  /** Hour in the machine's local time, 0 to 23. */
  hour: number;
  /** 0 is Sunday. Used only by a weekly schedule. */
  weekday: number;
  /** Absolute path. Null: `backups` in the data folder. */
  folder: string | null;
  /** How many scheduled backups to keep, 1 to 365. Manual backups stay until an admin deletes them. */
  keep: number;
}

/** Body of `PATCH /backups`: any part of the plan. A null `passphrase` makes backups without secrets. */
export type BackupPlanPatch = Partial<BackupPlan> & { passphrase?: string | null };

/** Response to `GET /backups`, `PATCH /backups` and `POST /backups`. */
export interface BackupsView {
  /** Backups in the folder and failed ones, newest first; at most 500. */
  items: BackupRow[];
  plan: BackupPlan & {
    /** Whether a passphrase is stored, so that backups include the secrets. */
    with_secrets: boolean;
  };
  /** Absolute path of the folder in force. */
  folder: string;
  /** Whether the folder is on the same disk as the data folder and would be lost with it. */
  same_disk: boolean;
  /** Why the folder cannot be read, in a sentence; null when it can. */
  folder_fault: string | null;
  folder_fault_sentence?: SentenceRef | null;
  /** The newest intact or downloaded backup; null: never. */
  last: { file: string | null; at: string } | null;
  /** When the schedule makes the next backup; null when it is off. */
  next_at: string | null;
  /** The running job: creating a backup or verifying one. */
  busy: "making" | "verifying" | null;
}

export interface BackupRow {
  /** The file's name, or a generated id when no file was created. */
  id: string;
  /** Null for a failed backup. */
  file: string | null;
  bytes: number | null;
  created_at: string;
  by: "schedule" | "hand";
  /** When this Galley last verified the backup; null: never. */
  verified_at: string | null;
  /** Null when unknown, because another Galley made the backup. */
  with_secrets: boolean | null;
  /** Files of articles that were missing on the disk. The backup leaves them out. */
  missing_files: number | null;
  /** Why the backup failed or is damaged, in a sentence. */
  error: string | null;
  error_sentence?: SentenceRef | null | undefined;
}
