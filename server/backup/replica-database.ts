/** Inspects a database that Litestream restored from a replica, and changes it for a takeover. */
import fs from "node:fs";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { closing, systemClock } from "../core/runtime.ts";
import { endLogins } from "../logins/moved-logins.ts";
import { isOwnKey } from "../projects/own-key.ts";
import { createAuditLog } from "../storage/audit-log.ts";
import { blobFile } from "../storage/blobs.ts";
import { type Database, migrate, newestSchema, schemaOf } from "../storage/database.ts";
import type { Manifest } from "./format.ts";
import { hasExpectedTables, holdDeliveries, openForChanges, openUntrusted } from "./restored-database.ts";
import { countsOf, dropReplicaTables } from "./snapshot.ts";

export interface InspectReplica {
  /** Absolute path. Litestream's tables are dropped from it. */
  file: string;
  /** Local folder of the blobs; null: `blobs` lists all, for a check elsewhere. */
  blobsDir: string | null;
}

export interface InspectedReplica {
  schema: number;
  counts: Manifest["counts"];
  /** SHA-256 of the files of current versions; with a local folder, only missing and truncated files. */
  blobs: string[];
}

/** @throws AppError for a damaged or newer database */
export function inspectReplica({ file, blobsDir }: InspectReplica): InspectedReplica {
  using database = closing(openUntrusted(file, {}));
  database.pragma("journal_mode = DELETE");
  dropReplicaTables(database);
  const found = database.pragma("integrity_check(1)", { simple: true });
  if (found !== "ok") throw damaged(String(found));
  const schema = schemaOf(database);
  const newest = newestSchema();
  if (schema > newest)
    throw new AppError("conflict", sentence("replica.newer", { schema: String(schema), newest: String(newest) }));
  if (!hasExpectedTables(database, schema)) throw damaged("its tables are not those of Galley.");
  return { schema, counts: countsOf(database), blobs: blobsOf(database, blobsDir) };
}

function blobsOf(database: Database, blobsDir: string | null): string[] {
  const rows = database
    .prepare<[], { sha256: string; size: number }>(
      `SELECT DISTINCT b.sha256, b.size FROM sessions s
       JOIN versions v ON v.session_id = s.id AND v.number = s.current_version
       JOIN version_files f ON f.version_id = v.id
       JOIN blobs b ON b.sha256 = f.blob`,
    )
    .all();
  return rows
    .filter(({ sha256, size }) => blobsDir === null || !isWhole(blobsDir, sha256, size))
    .map(({ sha256 }) => sha256);
}

function isWhole(blobsDir: string, sha256: string, size: number): boolean {
  return fs.statSync(blobFile(blobsDir, sha256), { throwIfNoEntry: false })?.size === size;
}

/** @throws AppError for a key that decrypts no secret of the database */
export function checkReplicaKey({ file, masterKey }: { file: string; masterKey: Uint8Array }): void {
  using database = closing(openUntrusted(file, { readonly: true }));
  if (!isOwnKey(database, Buffer.from(masterKey))) throw new AppError("conflict", sentence("replica.wrong_key"));
}

export interface PrepareTakeOver {
  /** An inspected database. */
  file: string;
  epoch: number;
  /** The machine that wrote the replica. */
  from: string;
  /** ms since the epoch. */
  at: number;
}

/** Prepares a database for a takeover: newest schema, all deliveries on hold, no logins. Returns the number on hold. */
export function prepareTakeOver({ file, epoch, from, at }: PrepareTakeOver): { held: number } {
  using database = closing(openForChanges(file));
  migrate(database);
  const held = holdDeliveries(database, at);
  endLogins(database);
  // Steps that open tabs sent may be lost. With a new epoch, the tabs keep their text as unsaved changes.
  database.prepare("UPDATE rooms SET epoch = lower(hex(randomblob(8)))").run();
  database.prepare<[number, number]>("INSERT INTO takeovers (epoch, at) VALUES (?, ?)").run(epoch, at);
  createAuditLog(database, { ...systemClock, now: () => at }).record("taken over", "appliance", { from, epoch });
  return { held };
}

function damaged(detail: string): AppError {
  return new AppError("unavailable", sentence("replica.damaged", { detail }));
}
