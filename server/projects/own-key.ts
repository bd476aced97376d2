/**
 * Checks that the master key belongs to the database whose secrets it seals. The settings store a fingerprint of the key.
 * A database of an earlier Galley receives it from the first key that opens one of its secrets.
 */
import { type Database, DatabaseRefused, RESTORE_ADVICE } from "../storage/database.ts";
import { createSecretBox, keyFingerprint, type SecretBox } from "../storage/secret-box.ts";
import { SECRET_PURPOSE } from "./projects.ts";

const SETTING = "key_fingerprint";

/** @throws DatabaseRefused if the key opens no secret of the database */
export function requireOwnKey(database: Database, masterKey: Buffer, dataDir: string): void {
  if (!isOwnKey(database, masterKey))
    throw new DatabaseRefused(
      `The encryption key of ${dataDir} does not belong to its database: it opens none of the secrets. Restore the right key from a copy, or ${RESTORE_ADVICE}. Without either, see "A lost key" in docs/operating.md.`,
    );
  if (storedFingerprint(database) !== keyFingerprint(masterKey)) storeFingerprint(database, masterKey);
}

export function isOwnKey(database: Database, masterKey: Buffer): boolean {
  const stored = storedFingerprint(database);
  if (stored === keyFingerprint(masterKey)) return true;
  const box = createSecretBox(masterKey);
  const secrets = database.prepare<[], Buffer>("SELECT secret FROM projects").pluck().all();
  // An earlier Galley restores a backup without changing the fingerprint, so the secrets decide.
  return secrets.length === 0 ? stored === null : secrets.some((secret) => opens(box, secret));
}

/** Stores the fingerprint after the secrets of the database were sealed with this key. */
export function storeFingerprint(database: Database, masterKey: Buffer): void {
  database
    .prepare<[string, string]>(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .run(SETTING, JSON.stringify(keyFingerprint(masterKey)));
}

function storedFingerprint(database: Database): string | null {
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
