/**
 * Whether a master key is the one that the secrets of a database are sealed under. The settings keep a fingerprint of the
 * key; a database of an earlier Galley gets it from the first key that opens a secret of it.
 */
import { type Database, DatabaseRefused } from "../storage/database.ts";
import { RESTORE_ADVICE } from "../storage/lost-parts.ts";
import { createSecretBox, keyFingerprint, type SecretBox } from "../storage/secret-box.ts";
import { SECRET_PURPOSE } from "./projects.ts";

const SETTING = "key_fingerprint";

/** @throws DatabaseRefused where the key opens no secret of the database */
export function requireOwnKey(database: Database, masterKey: Buffer, dataDir: string): void {
  if (!isOwnKey(database, masterKey))
    throw new DatabaseRefused(
      `The key to the secrets of ${dataDir} is not the key of its database: it opens none of its secrets. Put the right key back from a copy, or ${RESTORE_ADVICE}. Without either, see "A lost key" in docs/operating.md.`,
    );
  if (keptFingerprint(database) !== keyFingerprint(masterKey)) keepFingerprint(database, masterKey);
}

export function isOwnKey(database: Database, masterKey: Buffer): boolean {
  const kept = keptFingerprint(database);
  if (kept === keyFingerprint(masterKey)) return true;
  const box = createSecretBox(masterKey);
  const secrets = database.prepare<[], Buffer>("SELECT secret FROM projects").pluck().all();
  // An earlier Galley restores a backup without changing the fingerprint, so the secrets decide.
  return secrets.length === 0 ? kept === null : secrets.some((secret) => opens(box, secret));
}

/** Of a database whose secrets have just been sealed under this key. */
export function keepFingerprint(database: Database, masterKey: Buffer): void {
  database
    .prepare<[string, string]>(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .run(SETTING, JSON.stringify(keyFingerprint(masterKey)));
}

function keptFingerprint(database: Database): string | null {
  const value = database.prepare<[string], string>("SELECT value FROM settings WHERE key = ?").pluck().get(SETTING);
  return value === undefined ? null : (JSON.parse(value) as string);
}

function opens(box: SecretBox, secret: Buffer): boolean {
  try {
    box.open(secret, SECRET_PURPOSE);
    return true;
  } catch {
    return false;
  }
}
