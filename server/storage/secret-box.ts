/**
 * Encryption of stored secrets: AES-256-GCM under the master key, bound to a purpose. A headless appliance keeps the key in
 * `<dataDir>/secret.key`; the desktop app can use the keychain (`main/data/keychain.ts`).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { openDataFolder } from "./data-folder.ts";
import { DatabaseRefused, missingDatabaseError, missingKeyError } from "./database.ts";
import { writeFileDurably } from "./disk.ts";

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = ReturnType<typeof createSecretBox>;

export function createSecretBox(masterKey: Buffer) {
  if (masterKey.length !== KEY_BYTES) throw new Error("The master key must have 32 bytes.");
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", masterKey, "galley", purpose, 32));
  const sealingKey = derive("sealing");
  return {
    derive,
    seal(text: string, purpose: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    /** @throws for another key or purpose */
    open(sealed: Buffer, purpose: string): string {
      const decipher = createDecipheriv("aes-256-gcm", sealingKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}

/** Identifies a master key without revealing it. */
export function keyFingerprint(masterKey: Buffer): string {
  return createSecretBox(masterKey).derive("key fingerprint").toString("hex").slice(0, 32);
}

/** The key file of a headless appliance. */
export const KEY_FILE = "secret.key";
/** The key sealed by the desktop's keychain. */
export const SEALED_KEY_FILE = "secret.key.sealed";

export function writeKeyFile(dataDir: string, key: Buffer): Promise<void> {
  return writeFileDurably(path.join(dataDir, KEY_FILE), key.toString("base64url"), 0o600);
}

/** Call it before creating a key, which could not decrypt existing secrets. @throws DatabaseRefused */
export function requireNoData(dataDir: string): void {
  const lost = missingKeyError(dataDir) ?? missingDatabaseError(dataDir);
  if (lost !== null) throw new DatabaseRefused(lost);
}

/** Creates the key in a new folder. @throws DatabaseRefused if it is lost, damaged or in a desktop keychain */
export async function openKeyFile(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, KEY_FILE);
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
      throw new DatabaseRefused(
        `The encryption key of ${dataDir} is in the keychain of the desktop app, which no headless Galley can open. Start the desktop app on this folder, choose "Encryption key…" in its menu, then "Keep the key in a file". Quit the app and start again. Or restore a backup into another folder.`,
      );
    openDataFolder(dataDir);
    requireNoData(dataDir);
    await writeKeyFile(dataDir, randomBytes(KEY_BYTES));
  }
  const key = Buffer.from((await fs.promises.readFile(file, "utf8")).trim(), "base64url");
  if (key.length !== KEY_BYTES)
    throw new DatabaseRefused(
      `${file} is damaged: it must contain ${KEY_BYTES} bytes in base64url. Restore the original from a copy.`,
    );
  return key;
}
