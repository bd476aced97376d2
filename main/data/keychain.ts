/**
 * The desktop app's master key: 32 random bytes, in a file or in the operating system's keychain.
 *
 * | `secret.key` | `secret.key.sealed` | the key is |
 * |---|---|---|
 * | yes | – | in the file |
 * | yes | yes | in the file; also sealed by the keychain, but not yet verified |
 * | – | yes | in the keychain |
 * | – | – | not created yet |
 *
 * The next process verifies the sealed key, not the one that sealed it: Chromium and some keyrings save their own key later,
 * and a power cut before that would lose every secret. Each step writes before it removes, so a killed process leaves one of
 * the four rows.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { SafeStorage } from "electron";
import type { Log } from "../../server/core/runtime.ts";
import { openDataFolder } from "../../server/storage/data-folder.ts";
import { DatabaseRefused, holdFolder } from "../../server/storage/database.ts";
import { removeFileDurably, writeFileDurably } from "../../server/storage/disk.ts";
import {
  KEY_BYTES,
  KEY_FILE,
  openKeyFile,
  requireNoData,
  SEALED_KEY_FILE,
  writeKeyFile,
} from "../../server/storage/secret-box.ts";

export type Keychain = Pick<SafeStorage, "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync">;

/** Prefix that Chromium writes on Linux if it seals with a public password. `getSelectedStorageBackend` only guesses. */
const FIXED_PASSWORD = Buffer.from("v10");

/** A sealed key that the keychain could not open, kept next to the plain key. */
const UNREADABLE_FILE = `${SEALED_KEY_FILE}.unreadable`;

interface DesktopKeyOptions {
  dataDir: string;
  keychain: Keychain;
  log: Log;
  /** Shows a warning on screen, without waiting for a click. */
  warn(message: string, detail: string): void;
}

export type DesktopKey = Awaited<ReturnType<typeof openDesktopKey>>;

/** unverified: in the file, until the next start has read it back from the keychain. */
export type KeyPlace = "file" | "unverified" | "keychain";

/**
 * Opens or creates the key of a data folder, which it locks for that time.
 * @throws FolderInUse; DatabaseRefused if the key cannot be opened, is damaged, or differs between file and keychain
 */
export async function openDesktopKey(options: DesktopKeyOptions) {
  const { dataDir } = options;
  openDataFolder(dataDir);
  const hold = holdFolder(dataDir);
  let key: Buffer;
  try {
    removeUnfinished(dataDir);
    key = await openKey(options);
  } finally {
    hold.close();
  }
  const { keyFile, sealedFile } = filesOf(dataDir);
  return {
    key,
    place(): KeyPlace {
      if (!fs.existsSync(sealedFile)) return "file";
      return fs.existsSync(keyFile) ? "unverified" : "keychain";
    },
    /** Seals the key next to its file; the next start finishes the move. @returns false without a keychain */
    async keepInKeychain(): Promise<boolean> {
      const sealed = await seal(key, options);
      if (sealed === null) return false;
      await writeBoth(dataDir, key, sealed);
      return true;
    },
    /** After an interruption between the two steps, the next start moves the key back into the keychain. */
    async keepInFile(): Promise<void> {
      await writeKeyFile(dataDir, key);
      await removeFileDurably(sealedFile);
    },
  };
}

const filesOf = (dataDir: string) => ({
  keyFile: path.join(dataDir, KEY_FILE),
  sealedFile: path.join(dataDir, SEALED_KEY_FILE),
});

function removeUnfinished(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir))
    if (name.startsWith(KEY_FILE) && name.endsWith(".tmp")) fs.rmSync(path.join(dataDir, name));
}

function openKey(options: DesktopKeyOptions): Promise<Buffer> {
  const { keyFile, sealedFile } = filesOf(options.dataDir);
  if (!fs.existsSync(sealedFile)) return fs.existsSync(keyFile) ? fromFile(options) : newKey(options);
  return fs.existsSync(keyFile) ? verify(options) : fromKeychain(options);
}

function fromFile({ dataDir, log }: DesktopKeyOptions): Promise<Buffer> {
  log.info(`The encryption key is in the file ${KEY_FILE}; the keychain is not used.`);
  return openKeyFile(dataDir);
}

async function newKey(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, log } = options;
  requireNoData(dataDir);
  const key = randomBytes(KEY_BYTES);
  const sealed = await seal(key, options);
  if (sealed === null) {
    await writeKeyFile(dataDir, key);
    warnNoKeychain(options, "Galley found no keychain on this computer.");
  } else {
    await writeBoth(dataDir, key, sealed);
    log.info(`The encryption key was stored in the keychain. ${KEY_FILE} stays until the next start verifies it.`);
  }
  return key;
}

/** The plain file first: it is the key after an interruption. */
async function writeBoth(dataDir: string, key: Buffer, sealed: Buffer): Promise<void> {
  await writeKeyFile(dataDir, key);
  await writeFileDurably(filesOf(dataDir).sealedFile, sealed, 0o600);
}

/** Checks the sealed key against the plain file, which is the key in any case. */
async function verify(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, keychain, log, warn } = options;
  const { keyFile, sealedFile } = filesOf(dataDir);
  const key = await openKeyFile(dataDir);
  if (!(await keychain.isAsyncEncryptionAvailable())) {
    log.warn(`The keychain is not available. Galley uses the key in ${KEY_FILE}.`);
    return key;
  }
  let unsealed: Unsealed;
  try {
    unsealed = await unseal(sealedFile, keychain);
  } catch (error) {
    await fs.promises.rename(sealedFile, path.join(dataDir, UNREADABLE_FILE));
    const detail = `No data is lost: the key stays in the file ${KEY_FILE} of the data folder. To move it to the keychain, choose "Encryption key…" in the menu. The sealed key is kept as ${UNREADABLE_FILE}.`;
    log.error(`The keychain could not open the key that it sealed. ${detail}`, error);
    warn("The keychain of this computer could not open the key that it sealed.", detail);
    return key;
  }
  if (!unsealed.key.equals(key))
    throw new DatabaseRefused(
      `${keyFile} and the keychain (${SEALED_KEY_FILE}) hold different keys. Only one of them opens the secrets of this data folder. Nothing was changed. Move the wrong file to a safe place outside the folder, then start Galley again.`,
    );
  if (isFixedPassword(unsealed.sealed)) {
    await removeFileDurably(sealedFile);
    warnNoKeychain(options, "This computer has no keychain that protects the encryption key.");
  } else if (unsealed.shouldReEncrypt) await reseal(options, key);
  else {
    await removeFileDurably(keyFile);
    log.info(`The encryption key in the keychain is verified, so ${KEY_FILE} was removed.`);
  }
  return key;
}

async function fromKeychain(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, keychain } = options;
  const { sealedFile } = filesOf(dataDir);
  if (!(await keychain.isAsyncEncryptionAvailable()))
    throw new DatabaseRefused(
      "The keychain that holds the key of this data folder is not available. Unlock it, then start Galley again.",
    );
  let unsealed: Unsealed;
  try {
    unsealed = await unseal(sealedFile, keychain);
  } catch (error) {
    throw new DatabaseRefused(
      `The keychain of this computer cannot open ${sealedFile}. Start Galley as the user who created the data folder, on the same computer, or restore a backup into another folder.`,
      { cause: error },
    );
  }
  const { key } = unsealed;
  if (isFixedPassword(unsealed.sealed)) {
    await writeKeyFile(dataDir, key);
    await removeFileDurably(sealedFile);
    warnNoKeychain(options, "The encryption key was sealed with a publicly known password.");
  } else if (unsealed.shouldReEncrypt) await reseal(options, key);
  return key;
}

/** The keychain has changed its own key, so the newly sealed key must be verified again. */
async function reseal(options: DesktopKeyOptions, key: Buffer): Promise<void> {
  const sealed = await seal(key, options);
  if (sealed !== null) await writeBoth(options.dataDir, key, sealed);
}

/** @returns null without a reliable keychain; logs the reason */
async function seal(key: Buffer, { keychain, log }: DesktopKeyOptions): Promise<Buffer | null> {
  if (!(await keychain.isAsyncEncryptionAvailable())) return null;
  try {
    const text = key.toString("base64url");
    const sealed = await keychain.encryptStringAsync(text);
    if (isFixedPassword(sealed)) return null;
    if ((await keychain.decryptStringAsync(sealed)).result === text) return sealed;
    log.warn("The keychain of this computer could not open what it sealed.");
  } catch (error) {
    // For example, a keyring that the user did not unlock.
    log.warn(`The keychain of this computer did not seal the key: ${(error as Error).message}`);
  }
  return null;
}

interface Unsealed {
  key: Buffer;
  sealed: Buffer;
  shouldReEncrypt: boolean;
}

async function unseal(file: string, keychain: Keychain): Promise<Unsealed> {
  const sealed = await fs.promises.readFile(file);
  const { result, shouldReEncrypt } = await keychain.decryptStringAsync(sealed);
  const key = Buffer.from(result, "base64url");
  if (key.length !== KEY_BYTES) throw new Error(`It holds ${key.length} bytes, not ${KEY_BYTES}.`);
  return { key, sealed, shouldReEncrypt };
}

function isFixedPassword(sealed: Buffer): boolean {
  return process.platform === "linux" && sealed.subarray(0, FIXED_PASSWORD.length).equals(FIXED_PASSWORD);
}

function warnNoKeychain({ log, warn }: DesktopKeyOptions, message: string): void {
  const detail = `The encryption key is in the file ${KEY_FILE} of the data folder, which only your account can read. A copy of the whole folder reveals the secrets.`;
  log.warn(`${message} ${detail}`);
  warn(message, detail);
}
