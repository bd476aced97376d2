/** Inspects the database of a restore, and changes it before it is used. */
import Sqlite from "better-sqlite3";
import { resealChannels } from "../admin/notifications/channels.ts";
import { createMetadataSeal, isSealed, Metadata, withoutSealed } from "../articles/sessions/metadata.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { JsonText } from "../core/json-text.ts";
import { closing, systemClock, systemRandom } from "../core/runtime.ts";
import { createDeliveryStore } from "../deliveries/delivery-store.ts";
import { hasTable, keepLogins } from "../logins/moved-logins.ts";
import { storeFingerprint } from "../projects/own-key.ts";
import { resealSecrets } from "../projects/projects.ts";
import { sealAll } from "../retention/sealing.ts";
import { createAuditLog } from "../storage/audit-log.ts";
import { type Database, migrate, schemaOf } from "../storage/database.ts";
import { createSecretBox, type SecretBox } from "../storage/secret-box.ts";
import { createSettings } from "../storage/settings.ts";
import { BackupRefused, type Manifest } from "./format.ts";
import { countsOf } from "./snapshot.ts";
import { findUnreadable, findUnreadableSetting } from "./stored-values.ts";

/** Checks an extracted snapshot before any row is used. @throws BackupRefused */
export function inspectDatabase(file: string, manifest: Manifest): void {
  using database = closing(openUntrusted(file, { readonly: true }));
  try {
    const found = database.pragma("integrity_check(1)", { simple: true });
    if (found !== "ok") throw damaged(String(found));
    if (schemaOf(database) !== manifest.schema) throw damaged(sentence("backups.fault_schema"));
    if (!hasExpectedTables(database, manifest.schema)) throw damaged(sentence("backups.fault_tables"));
    if ((database.pragma("foreign_key_check") as unknown[]).length > 0)
      throw damaged(sentence("backups.fault_references"));
    const counts = countsOf(database);
    for (const name of ["projects", "sessions", "versions", "blobs"] as const)
      if (counts[name] !== manifest.counts[name])
        throw damaged(
          sentence("backups.fault_counts", {
            name,
            actual: String(counts[name]),
            expected: String(manifest.counts[name]),
          }),
        );
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (!code.startsWith("SQLITE_") || code.startsWith("SQLITE_FULL") || code.startsWith("SQLITE_IOERR")) throw error;
    throw damaged((error as Error).message);
  }
}

export interface PrepareDatabase {
  file: string;
  /** The database to replace; may be missing. */
  present: string;
  backupKey: Uint8Array | null;
  targetKey: Uint8Array;
  manifest: Manifest;
  at: number;
}

export interface ReadyReport {
  projects_with_new_secrets: string[];
  /** Sessions that lost their callback credentials. */
  sessions_without_credentials: number;
  deliveries_held: number;
}

/**
 * Adapts an inspected snapshot to the target folder: newest schema, secrets under its key, and all deliveries on hold,
 * because sites may have newer articles (contract 6.4). @throws BackupRefused for an unreadable row
 */
export function prepareDatabase({ file, present, backupKey, targetKey, manifest, at }: PrepareDatabase): ReadyReport {
  using database = closing(openForChanges(file));
  requireReadable(findUnreadable(database));
  const from = backupKey === null ? null : createSecretBox(Buffer.from(backupKey));
  const to = createSecretBox(Buffer.from(targetKey));
  const { dropped, renewed } = withOwnKey(() => {
    const moved = sealsInRows(database) ? resealMetadata(database, from, to) : sealFromTable(database, from, to);
    migrate(database);
    requireReadable(findUnreadableSetting(database));
    // Older backups have clear text.
    sealAll(database, createMetadataSeal(to));
    resealChannels(database, from, to);
    return { ...moved, renewed: resealSecrets(database, from, to, systemRandom) };
  });
  storeFingerprint(database, Buffer.from(targetKey));
  const deliveries_held = holdDeliveries(database, at);
  keepLogins(database, present);
  createAuditLog(database, { ...systemClock, now: () => at }).record("backup restored", "appliance", {
    created_at: manifest.created_at,
    galley_version: manifest.galley_version,
    new_secrets: renewed.length,
  });
  return {
    projects_with_new_secrets: renewed,
    sessions_without_credentials: dropped,
    deliveries_held,
  };
}

/** Opens a database whose schema may be hostile, so that nothing in it runs. */
export function openUntrusted(file: string, options: Sqlite.Options): Database {
  const database = new Sqlite(file, { ...options, fileMustExist: true });
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  return database;
}

/** Opens a database for changes that are durable once it is closed. */
export function openForChanges(file: string): Database {
  const database = openUntrusted(file, {});
  database.pragma("journal_mode = DELETE");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return database;
}

/** Puts all deliveries on hold, including new ones. @returns the number on hold */
export function holdDeliveries(database: Database, at: number): number {
  const deliveries = createDeliveryStore(database);
  deliveries.recoverInterrupted(at, true);
  deliveries.holdAll();
  createSettings(database).patch({ deliveries_paused: true });
  return database.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'held'").pluck().get() ?? 0;
}

export function hasExpectedTables(database: Database, schema: number): boolean {
  using own = closing(new Sqlite(":memory:"));
  migrate(own, schema);
  if (!sealsInRows(own)) own.exec(SEALED_METADATA_SQL);
  return JSON.stringify(tablesOf(database)) === JSON.stringify(tablesOf(own));
}

function tablesOf(database: Database): unknown[] {
  return database
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all();
}

/** Reports a secret that the backup's key does not decrypt as damage. */
function withOwnKey<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_")) throw error;
    if (error instanceof Error && /authenticate data/.test(error.message))
      throw damaged(sentence("backups.fault_secrets"));
    throw error;
  }
}

function requireReadable(fault: Sentence | null): void {
  if (fault !== null) throw damaged(fault);
}

function damaged(fault: string | Sentence): BackupRefused {
  return new BackupRefused(sentence("backups.unusable_database", { fault }));
}

// Re-encrypts the credentials in metadata (contract 2.5, 5.3) with another key.

/** Snapshots from before the table `sealing` keep the encrypted credentials here, not in the rows of their owners. */
export const SEALED_METADATA_SQL = `CREATE TABLE sealed_metadata (
  owner TEXT NOT NULL CHECK (owner IN ('sessions', 'versions')),
  id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID`;

const OWNERS = ["sessions", "versions"] as const;
type Owner = (typeof OWNERS)[number];

const purpose = (owner: Owner, id: string) => `backup metadata ${owner} ${id}`;

function sealsInRows(database: Database): boolean {
  return hasTable(database, "sealing");
}

/** Re-encrypts all credentials, or drops and counts them if the old key is unknown. @throws for a row of another key */
function resealMetadata(database: Database, from: SecretBox | null, to: SecretBox): { dropped: number } {
  const old = from === null ? null : createMetadataSeal(from);
  const seal = createMetadataSeal(to);
  let dropped = 0;
  database.transaction(() => {
    for (const owner of OWNERS) {
      const page = database.prepare<[number], { row: number; session_id: string; metadata: string }>(
        `SELECT rowid AS row, ${owner === "sessions" ? "id" : "session_id"} AS session_id, metadata FROM ${owner}
         WHERE rowid > ? ORDER BY rowid LIMIT 100`,
      );
      const update = database.prepare<[string, number]>(`UPDATE ${owner} SET metadata = ? WHERE rowid = ?`);
      for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.row ?? 0)) {
        for (const { row, session_id, metadata } of rows) {
          if (!isSealed(metadata)) continue;
          if (old === null) dropped += owner === "sessions" ? 1 : 0;
          const moved =
            old === null
              ? withoutSealed(metadata)
              : seal.seal(session_id, old.open(session_id, new Metadata(metadata))).stored;
          update.run(moved, row);
        }
      }
    }
  })();
  return { dropped };
}

/** The same for the table of an older snapshot, which it drops. */
function sealFromTable(database: Database, from: SecretBox | null, to: SecretBox): { dropped: number } {
  const seal = createMetadataSeal(to);
  return database.transaction(() => {
    let dropped = 0;
    for (const owner of OWNERS) {
      const page = database.prepare<[Owner, string], { id: string; sealed: Buffer }>(
        "SELECT id, sealed FROM sealed_metadata WHERE owner = ? AND id > ? ORDER BY id LIMIT 500",
      );
      const read = database.prepare<[string], { session_id: string; metadata: string }>(
        `SELECT ${owner === "sessions" ? "id" : "session_id"} AS session_id, metadata FROM ${owner} WHERE id = ?`,
      );
      const update = database.prepare<[string, string]>(`UPDATE ${owner} SET metadata = ? WHERE id = ?`);
      for (let rows = page.all(owner, ""); rows.length > 0; rows = page.all(owner, rows.at(-1)?.id ?? "")) {
        for (const { id, sealed } of rows) {
          const row = read.get(id);
          if (row === undefined) continue;
          if (from === null) dropped += owner === "sessions" ? 1 : 0;
          else {
            const secrets = new JsonText(from.open(sealed, purpose(owner, id))).members();
            const clear = JsonText.ofMembers([...new JsonText(row.metadata).members(), ...secrets]);
            update.run(seal.seal(row.session_id, clear).stored, id);
          }
        }
      }
    }
    database.exec("DROP TABLE sealed_metadata");
    return { dropped };
  })();
}
