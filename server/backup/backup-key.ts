/** Whether the secrets of a backup can be kept, and with which key. */
import { BackupRefused, keyFingerprint, type Manifest } from "./manifest.ts";
import { unwrapKey } from "./passphrase.ts";

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
    if (key.wrapped === null)
      throw new BackupRefused(
        "This backup was made without a passphrase, so no secrets are in it. Restore it without one; projects then get new secrets, except on the data folder that it was made of.",
      );
    return unwrapKey({ fingerprint: key.fingerprint, wrapped: key.wrapped }, passphrase);
  }
  if (key.fingerprint === keyFingerprint(targetKey)) return targetKey;
  if (key.wrapped !== null && !newSecrets)
    throw new BackupRefused(
      "The secrets in this backup are under a passphrase: give it, or choose new secrets for all projects instead.",
    );
  return null;
}
