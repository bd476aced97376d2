/**
 * The secrets that sites put into metadata (spec 2.5, 5.3), which the database holds in the clear: a snapshot holds them
 * apart, sealed under the master key, so that the file alone gives none away.
 */
import { type Metadata, SECRET_KEYS } from "../sessions/metadata.ts";
import type { Database } from "../storage/database.ts";
import type { SecretBox } from "../storage/secret-box.ts";

/** Part of every snapshot, and of no database in use. */
export const SEALED_METADATA_SQL = `CREATE TABLE sealed_metadata (
  owner TEXT NOT NULL CHECK (owner IN ('sessions', 'versions')),
  id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID`;

const OWNERS = ["sessions", "versions"] as const;
type Owner = (typeof OWNERS)[number];

const purpose = (owner: Owner, id: string) => `backup metadata ${owner} ${id}`;

/** Moves the secrets of all metadata into a table of their own. Returns how many rows had some. */
export function sealMetadata(database: Database, box: SecretBox): number {
  const mentions = SECRET_KEYS.map((key) => `instr(metadata, '"${key}"') > 0`).join(" OR ");
  return database.transaction(() => {
    database.exec(SEALED_METADATA_SQL);
    const insert = database.prepare<[Owner, string, Buffer]>("INSERT INTO sealed_metadata VALUES (?, ?, ?)");
    let sealed = 0;
    for (const owner of OWNERS) {
      const page = database.prepare<[string], { id: string; metadata: string }>(
        `SELECT id, metadata FROM ${owner} WHERE id > ? AND (${mentions}) ORDER BY id LIMIT 500`,
      );
      const update = database.prepare<[string, string]>(`UPDATE ${owner} SET metadata = ? WHERE id = ?`);
      for (let rows = page.all(""); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? "")) {
        for (const { id, metadata } of rows) {
          const { secrets, rest } = split(JSON.parse(metadata) as Metadata);
          if (Object.keys(secrets).length === 0) continue;
          insert.run(owner, id, box.seal(JSON.stringify(secrets), purpose(owner, id)));
          update.run(JSON.stringify(rest), id);
          sealed += 1;
        }
      }
    }
    return sealed;
  })();
}

/**
 * Puts the secrets back, or drops them where the key is not known, and removes the table.
 * @param box of the key that they were sealed under; null where nobody has it
 * @returns how many sessions are left without
 * @throws when a sealed row is not of that key
 */
export function unsealMetadata(database: Database, box: SecretBox | null): { dropped: number } {
  return database.transaction(() => {
    let dropped = 0;
    for (const owner of OWNERS) {
      const page = database.prepare<[Owner, string], { id: string; sealed: Buffer }>(
        "SELECT id, sealed FROM sealed_metadata WHERE owner = ? AND id > ? ORDER BY id LIMIT 500",
      );
      const read = database.prepare<[string], { metadata: string }>(`SELECT metadata FROM ${owner} WHERE id = ?`);
      const update = database.prepare<[string, string]>(`UPDATE ${owner} SET metadata = ? WHERE id = ?`);
      for (let rows = page.all(owner, ""); rows.length > 0; rows = page.all(owner, rows.at(-1)?.id ?? "")) {
        for (const { id, sealed } of rows) {
          const row = read.get(id);
          if (row === undefined) continue;
          if (box === null) dropped += owner === "sessions" ? 1 : 0;
          else {
            const secrets = JSON.parse(box.open(sealed, purpose(owner, id))) as Metadata;
            update.run(JSON.stringify({ ...JSON.parse(row.metadata), ...secrets }), id);
          }
        }
      }
    }
    database.exec("DROP TABLE sealed_metadata");
    return { dropped };
  })();
}

function split(metadata: Metadata): { secrets: Metadata; rest: Metadata } {
  const isSecret = ([key]: [string, unknown]) => (SECRET_KEYS as readonly string[]).includes(key);
  const entries = Object.entries(metadata);
  return {
    secrets: Object.fromEntries(entries.filter(isSecret)),
    rest: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
  };
}
