/**
 * What the console's settings say to the appliance beside `SettingsView` (console-api.ts): the network, a restart, and
 * backups that are kept. Types only.
 */

/** A value of the network, and who says it. A flag wins, then the environment, then `config.json`. */
export interface NetworkValue<T> {
  /** As Galley runs now. */
  value: T;
  /** Who said it at the last start. `flag` and `environment` hold it: what is kept in the file waits behind them. */
  source: "flag" | "environment" | "file" | "default";
  /** What stands in `config.json` now; null where nothing does. */
  kept: T | null;
  /** What Galley takes where nobody says anything. */
  standard: T;
}

export interface NetworkFields {
  host: string;
  /** 0: any free one. */
  port: number;
  console_host: string;
  console_port: number;
  sandbox_port: number;
  /** Null: the address of the listener. */
  public_url: string | null;
  /** Addresses, ranges such as 10.1.0.0/16, and `loopback`. */
  trusted_proxies: string[];
}

/** Answer of `GET /network` and `PATCH /network`. */
export interface NetworkView {
  fields: { [Field in keyof NetworkFields]: NetworkValue<NetworkFields[Field]> };
  /** Path of `config.json`. */
  file: string;
  /** Where the listeners are; `public` is the address that sites are given. */
  addresses: { public: string; listener: string; console: string; sandbox: string | null };
  restart: RestartView;
}

/** Body of `PATCH /network`: what is left out stays, null goes back to what Galley takes by itself. */
export type NetworkPatch = { [Field in keyof NetworkFields]?: NetworkFields[Field] | null };

export interface RestartView {
  /** What is kept and not in force yet. */
  waiting: ("network" | "sandbox")[];
  /** Whether `POST /restart` can be asked for. */
  offered: boolean;
  /** Why the last restart went back to what was in force before, in a sentence; null where it did not. */
  fault: string | null;
}

/** Answer 202 of `POST /restart`: Galley ends what is under way and comes up again in place. */
export interface RestartingView {
  /** Where the console is afterwards; a new address asks for a new login. */
  console_url: string;
}

/** Answer of `POST /network/check`: whether the public address leads here. */
export interface PublicUrlView {
  url: string;
  reachable: boolean;
  /** Why not, in a sentence; null where it is. */
  reason: string | null;
  checked_at: string;
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
}
