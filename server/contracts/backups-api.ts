/**
 * What the console and the appliance say to each other about backups: made, kept and restored (`/backup`, `/restore`,
 * `/backups`). Types only.
 */

import type { SentenceRef } from "./sentences/words.ts";

/** Body of `POST /backup`, and of none. */
export interface BackupBody {
  /** The secrets travel under it; without one they stay behind. 8 to 1,024 characters. */
  passphrase?: string | null;
  /** Answers 201 `BackupView`, to be fetched with `GET /backup/:id` within ten minutes, instead of the file itself. */
  prepare?: boolean;
}

/** A backup that is ready to be fetched, once. */
export interface BackupView {
  id: string;
  file_name: string;
  bytes: number;
  created_at: string;
  counts: { projects: number; sessions: number; versions: number; blobs: number };
  /** Files of articles that are missing or damaged on this machine's disk, and therefore not in the backup. */
  missing_files: number;
  with_secrets: boolean;
}

/**
 * Answer of `POST /restore?new_secrets=`: the backup is checked and takes the place of the data at the next start. The
 * body is the file; its passphrase comes percent-encoded in the header X-Backup-Passphrase. `new_secrets=true` does
 * without the passphrase of a backup that has one.
 */
export interface RestoreView {
  created_at: string;
  galley_version: string;
  counts: BackupView["counts"];
  missing_files: number;
  /** Folder in the data folder in which the data of before stays. */
  kept_aside: string;
  /** Names of the projects whose secret could not be kept: their sites need the new one. */
  projects_with_new_secrets: string[];
  /** Sessions without the credentials for callbacks until their site opens them again. */
  sessions_without_credentials: number;
  /** All of them wait until deliveries are released. */
  deliveries_held: number;
  /** Whether Galley restarts by itself now; else it waits to be restarted. */
  restarting: boolean;
}

export interface BackupPlan {
  schedule: "off" | "daily" | "weekly";
  /** Of the machine's own time, 0 to 23. */
  hour: number;
  /** 0 is Sunday; heeded where the schedule is weekly. */
  weekday: number;
  /** Absolute path. Null: `backups` in the data folder. */
  folder: string | null;
  /** How many of the schedule's backups stay, 1 to 365. Those made by hand stay until they are deleted. */
  keep: number;
}

/** Body of `PATCH /backups`: any part of the plan; `passphrase` null: backups without secrets. */
export type BackupPlanPatch = Partial<BackupPlan> & { passphrase?: string | null };

/** Answer of `GET /backups`, `PATCH /backups` and `POST /backups`. */
export interface BackupsView {
  /** What lies in the folder, the newest first, and those that failed; at most 500. */
  items: BackupRow[];
  plan: BackupPlan & {
    /** Whether a passphrase is kept, so that the secrets travel along. */
    with_secrets: boolean;
  };
  /** Absolute path of the folder in force. */
  folder: string;
  /** Whether it is on the disk of the data folder, and would go with it. */
  same_disk: boolean;
  /** Why the folder cannot be read, in a sentence; null where it can. */
  folder_fault: string | null;
  folder_fault_sentence?: SentenceRef | null;
  /** The newest that is whole, or that somebody took along; null: never. */
  last: { file: string | null; at: string } | null;
  /** When the schedule makes the next one; null where it is off. */
  next_at: string | null;
  /** What is under way: a backup is made, or one is read back. */
  busy: "making" | "verifying" | null;
}

export interface BackupRow {
  /** Its file's name, or an id of its own where none was made. */
  id: string;
  /** Null where it failed. */
  file: string | null;
  bytes: number | null;
  created_at: string;
  by: "schedule" | "hand";
  /** When it was last read back and found whole; null: not by this Galley. */
  verified_at: string | null;
  /** Null where that is not known: it was made elsewhere. */
  with_secrets: boolean | null;
  /** Files of articles that were missing on the disk and are therefore not in it. */
  missing_files: number | null;
  /** Why it failed, or is no longer whole, in a sentence. */
  error: string | null;
  error_sentence?: SentenceRef | null | undefined;
}
