/** Encrypts the master key with a passphrase: scrypt, then AES-256-GCM. */
import { randomBytes, scryptSync } from "node:crypto";
import { sentence } from "../contracts/sentences/index.ts";
import { createSecretBox, keyFingerprint, type SecretBox } from "../storage/secret-box.ts";
import { BackupRefused, type Manifest } from "./format.ts";

/** Characters. Offline guessing has no rate limit. */
export const MIN_PASSPHRASE = 8;
export const MAX_PASSPHRASE = 1024;

/** Fixed, so that no file can require more: 128 MB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
const SALT_BYTES = 16;
const PURPOSE = "backup key";

export type WrappedKey = NonNullable<Manifest["key"]["wrapped"]>;

/** Blocks the thread for half a second. */
export function wrapKey(masterKey: Buffer, passphrase: string): WrappedKey {
  const salt = randomBytes(SALT_BYTES);
  const sealed = boxUnder(passphrase, salt).seal(masterKey.toString("base64url"), PURPOSE);
  return { salt: salt.toString("base64"), sealed: sealed.toString("base64") };
}

/** Blocks the thread for half a second. @throws BackupRefused for a wrong passphrase */
export function unwrapKey(
  { fingerprint, wrapped }: { fingerprint: string; wrapped: WrappedKey },
  passphrase: string,
): Buffer {
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

/** Normalizes the passphrase: different encodings of the same letters are equal. */
function boxUnder(passphrase: string, salt: Buffer): SecretBox {
  return createSecretBox(scryptSync(passphrase.normalize("NFKC"), salt, 32, COST));
}

export interface SecretsChoice {
  passphrase: string | null;
  /** Restores without the passphrase: every project gets a new secret. */
  newSecrets: boolean;
}

/**
 * The key of the backup's secrets; null if they are lost and projects get new ones. A backup of the same folder needs no
 * passphrase. May block the thread for half a second. @throws BackupRefused for an invalid choice
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
