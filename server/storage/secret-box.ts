/**
 * Secrets at rest: AES-256-GCM under the appliance's master key. What is sealed for one purpose does not open for
 * another. The master key of a headless appliance is 32 random bytes in `<dataDir>/secret.key`, readable by its owner
 * alone; the desktop app can keep it in the keychain (`main/data/keychain.ts`).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { openDataFolder } from "./data-folder.ts";
import { DatabaseRefused } from "./database.ts";
import { writeFileDurably } from "./disk.ts";
import { lostDatabase, lostKey } from "./lost-parts.ts";

/** Length of a master key. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = ReturnType<typeof createSecretBox>;

/** @param masterKey 32 bytes */
export function createSecretBox(masterKey: Buffer) {
  if (masterKey.length !== KEY_BYTES) throw new Error("The master key must have 32 bytes.");
  /** 32 bytes for signing, derived from the master key for one purpose. */
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", masterKey, "galley", purpose, 32));
  const sealingKey = derive("sealing");
  return {
    derive,
    seal(text: string, purpose: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    /** @throws when the bytes were sealed under another key or for another purpose */
    open(sealed: Buffer, purpose: string): string {
      const decipher = createDecipheriv("aes-256-gcm", sealingKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}

/** A name for a master key, from which nothing of the key can be told. */
export function keyFingerprint(masterKey: Buffer): string {
  return createSecretBox(masterKey).derive("key fingerprint").toString("hex").slice(0, 32);
}

/** Name of the key file of a headless appliance, in the data folder. */
export const KEY_FILE = "secret.key";
/** Name of the file that holds the key sealed by the desktop's keychain, in the data folder. */
export const SEALED_KEY_FILE = "secret.key.sealed";

/** Whole or not at all, for its owner alone. @param key 32 bytes */
export function writeKeyFile(dataDir: string, key: Buffer): Promise<void> {
  return writeFileDurably(path.join(dataDir, KEY_FILE), key.toString("base64url"), 0o600);
}

/**
 * Before a key is made. A new key in a folder that has data would open none of its secrets.
 * @throws DatabaseRefused
 */
export function requireNoData(dataDir: string): void {
  const lost = lostKey(dataDir) ?? lostDatabase(dataDir);
  if (lost !== null) throw new DatabaseRefused(lost);
}

/**
 * Reads the key file, making it in a new folder.
 * @throws DatabaseRefused when the folder's key is lost or held by a desktop keychain, or its file is damaged
 */
export async function openKeyFile(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, KEY_FILE);
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
      throw new DatabaseRefused(
        `The key to the secrets of ${dataDir} is in the keychain of the desktop app, which no headless Galley can open. Start the desktop app on this folder, choose "The key to the secrets…" in its menu and there "Keep the key in a file", quit it, and start this one again. Or restore a backup into another folder.`,
      );
    openDataFolder(dataDir);
    requireNoData(dataDir);
    await writeKeyFile(dataDir, randomBytes(KEY_BYTES));
  }
  const key = Buffer.from((await fs.promises.readFile(file, "utf8")).trim(), "base64url");
  if (key.length !== KEY_BYTES)
    throw new DatabaseRefused(
      `${file} is damaged: it must hold ${KEY_BYTES} bytes in base64url. Put the original back from a copy.`,
    );
  return key;
}
