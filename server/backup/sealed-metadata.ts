/**
 * The credentials in metadata (contract 2.5, 5.3) when a backup moves to another key. Its rows hold them sealed; backups of
 * before that held them in a table of their own, apart from the rows.
 */
import { JsonText } from "../core/json-text.ts";
import { Metadata } from "../sessions/metadata.ts";
import { createMetadataSeal, isSealed, withoutSealed } from "../sessions/metadata-seal.ts";
import type { Database } from "../storage/database.ts";
import type { SecretBox } from "../storage/secret-box.ts";

/** Part of every snapshot of the schemas before `sealing`. */
export const SEALED_METADATA_SQL = `CREATE TABLE sealed_metadata (
  owner TEXT NOT NULL CHECK (owner IN ('sessions', 'versions')),
  id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID`;

const OWNERS = ["sessions", "versions"] as const;
type Owner = (typeof OWNERS)[number];

const purpose = (owner: Owner, id: string) => `backup metadata ${owner} ${id}`;

/** Whether a schema has its credentials sealed in the rows. */
export function sealsInRows(database: Database): boolean {
  return hasTable(database, "sealing");
}

/**
 * Moves all credentials to another key, or drops them where the old one is not known.
 * @returns how many sessions are left without
 * @throws when a row is not of the key `from`
 */
export function resealMetadata(database: Database, from: SecretBox | null, to: SecretBox): { dropped: number } {
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

/**
 * Seals the credentials of an older snapshot's table in their rows, under the key of this folder, or drops them where
 * the key is not known; removes the table.
 * @param from of the key that they were sealed under; null where nobody has it
 * @returns how many sessions are left without
 * @throws when a sealed row is not of that key
 */
export function sealFromTable(database: Database, from: SecretBox | null, to: SecretBox): { dropped: number } {
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

function hasTable(database: Database, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}
