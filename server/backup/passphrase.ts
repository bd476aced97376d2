/** The master key under a passphrase: scrypt, then AES-256-GCM. */
import { randomBytes, scryptSync } from "node:crypto";
import { sentence } from "../contracts/sentences/index.ts";
import { createSecretBox, keyFingerprint, type SecretBox } from "../storage/secret-box.ts";
import { BackupRefused, type Manifest } from "./format.ts";

/** Characters; whoever finds the file may guess as fast as his machines go. */
export const MIN_PASSPHRASE = 8;
export const MAX_PASSPHRASE = 1024;

/** Fixed, so that no file can ask for more: 128 MB of memory and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
const SALT_BYTES = 16;
const PURPOSE = "backup key";

export type Wrapped = NonNullable<Manifest["key"]["wrapped"]>;

/** Takes half a second of the thread. */
export function wrapKey(masterKey: Buffer, passphrase: string): Wrapped {
  const salt = randomBytes(SALT_BYTES);
  const sealed = boxUnder(passphrase, salt).seal(masterKey.toString("base64url"), PURPOSE);
  return { salt: salt.toString("base64"), sealed: sealed.toString("base64") };
}

/**
 * Takes half a second of the thread.
 * @throws BackupRefused for a wrong passphrase
 */
function unwrapKey({ fingerprint, wrapped }: { fingerprint: string; wrapped: Wrapped }, passphrase: string): Buffer {
  let key: Buffer;
  try {
    const box = boxUnder(passphrase, Buffer.from(wrapped.salt, "base64"));
    key = Buffer.from(box.open(Buffer.from(wrapped.sealed, "base64"), PURPOSE), "base64url");
  } catch {
    throw new BackupRefused(sentence("backups.wrong_passphrase"));
  }
  if (key.length !== 32 || keyFingerprint(key) !== fingerprint) throw new BackupRefused(sentence("backups.wrong_key"));
  return key;
}

/** The same characters are the same passphrase, however a keyboard composes them. */
function boxUnder(passphrase: string, salt: Buffer): SecretBox {
  return createSecretBox(scryptSync(passphrase.normalize("NFKC"), salt, 32, COST));
}

// Whether the secrets of a backup can be kept, and with which key.

export interface SecretsChoice {
  passphrase: string | null;
  /** Goes on without the passphrase of a backup that has one: every project gets a new secret. */
  newSecrets: boolean;
}

/**
 * The key that the backup's secrets are sealed under; null where they stay lost, so that projects get new ones. May
 * take half a second of the thread.
 * @param targetKey of the folder that is restored into: a backup of the same folder needs no passphrase
 * @throws BackupRefused for a wrong passphrase, one too many, or a missing one
 */
export function keyOf({ key }: Manifest, targetKey: Buffer, { passphrase, newSecrets }: SecretsChoice): Buffer | null {
  if (passphrase !== null) {
    if (key.wrapped === null) throw new BackupRefused(sentence("backups.no_secrets"));
    return unwrapKey({ fingerprint: key.fingerprint, wrapped: key.wrapped }, passphrase);
  }
  if (key.fingerprint === keyFingerprint(targetKey)) return targetKey;
  if (key.wrapped !== null && !newSecrets) throw new BackupRefused(sentence("backups.passphrase_needed"));
  return null;
}
