/** The database's part of a backup: a copy of it as it stands, without anything that a reader of the file must not know. */
import fs from "node:fs";
import Sqlite from "better-sqlite3";
import { AppError } from "../core/errors.ts";
import { forgetLogins } from "../logins/moved-logins.ts";
import { sealAll } from "../retention/sealing.ts";
import { createMetadataSeal } from "../sessions/metadata-seal.ts";
import { type Database, migrate } from "../storage/database.ts";
import { createSecretBox } from "../storage/secret-box.ts";
import { hashFile, type Sums } from "./hash-file.ts";
import type { Manifest } from "./manifest.ts";

export interface Snapshot extends Sums {
  schema: number;
  counts: Manifest["counts"];
}

/**
 * Copies a database that may be in use, also by this process; what is committed while it runs is not part of it. The
 * copy has no free pages, so nothing that was once deleted travels with it. Blocks its thread for as long as it takes.
 * @throws AppError unavailable where the database is damaged; SQLITE_FULL where the disk is
 */
export function takeSnapshot(source: string, target: string, masterKey: Buffer): Snapshot {
  const live = new Sqlite(source, { fileMustExist: true });
  try {
    live.pragma("busy_timeout = 5000");
    live.prepare<[string]>("VACUUM INTO ?").run(target);
  } catch (error) {
    throw asDamaged(error);
  } finally {
    live.close();
  }
  fs.chmodSync(target, 0o600);
  const copy = new Sqlite(target);
  try {
    copy.pragma("journal_mode = DELETE");
    // The folder may be that of an older Galley, or on its way from one: what is in the clear there is sealed here.
    migrate(copy);
    const wasSealed = sealAll(copy, createMetadataSeal(createSecretBox(masterKey)));
    // What was in a row must not stay behind in the page.
    if (forgetLogins(copy) > 0 || wasSealed) copy.exec("VACUUM");
    requireWhole(copy);
    const known = { schema: schemaOf(copy), counts: countsOf(copy) };
    copy.close();
    return { ...known, ...hashFile(target) };
  } finally {
    copy.close();
  }
}

export function schemaOf(database: Database): number {
  return database.pragma("user_version", { simple: true }) as number;
}

export function countsOf(database: Database): Manifest["counts"] {
  const count = (table: string) =>
    database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? 0;
  return {
    projects: count("projects"),
    sessions: count("sessions"),
    versions: count("versions"),
    blobs: count("blobs"),
  };
}

function requireWhole(copy: Database): void {
  const found = copy.pragma("integrity_check(1)", { simple: true });
  if (found !== "ok") throw damaged(String(found));
}

function asDamaged(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? "";
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? damaged((error as Error).message) : error;
}

function damaged(detail: string): AppError {
  return new AppError(
    "unavailable",
    `The database of this appliance is damaged, so no backup can be made of it (${detail}). Restore the newest backup.`,
  );
}
