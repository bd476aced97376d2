/**
 * The master key of the desktop app: 32 random bytes, in a file or in the operating system's keychain.
 *
 * | `secret.key` | `secret.key.sealed` | the key is |
 * |---|---|---|
 * | yes | – | in the file |
 * | yes | yes | in the file; sealed by the keychain, but not yet proved |
 * | – | yes | in the keychain |
 * | – | – | not made yet |
 *
 * A later process than the one that sealed it proves the sealed key: Chromium and some keyrings write what unseals it some
 * time after, and a power cut before would lose every secret. Each step writes before it removes, so a killed process
 * leaves one of the four rows.
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

/** On Linux without a keychain, Chromium seals with a public password and this mark. `getSelectedStorageBackend` only guesses. */
const FIXED_PASSWORD = Buffer.from("v10");

/** Of a sealed key that the keychain does not open, beside the plain key that is in use. */
const UNREADABLE_FILE = `${SEALED_KEY_FILE}.unreadable`;

interface DesktopKeyOptions {
  dataDir: string;
  keychain: Keychain;
  log: Log;
  /** Says a warning to the person at the screen, without waiting for an answer. */
  tell(message: string, detail: string): void;
}

export type DesktopKey = Awaited<ReturnType<typeof openDesktopKey>>;

/** unproved: in the file, until the next start has shown that the keychain gives it back. */
export type KeyPlace = "file" | "unproved" | "keychain";

/**
 * Opens the key of a data folder, or makes it. Holds the folder meanwhile.
 * @throws FolderInUse; DatabaseRefused for a key that cannot be opened, is damaged, or differs between file and keychain
 */
export async function openDesktopKey(options: DesktopKeyOptions) {
  const { dataDir } = options;
  openDataFolder(dataDir);
  const hold = holdFolder(dataDir);
  let key: Buffer;
  try {
    removeUnfinished(dataDir);
    key = await opened(options);
  } finally {
    hold.close();
  }
  const { keyFile, sealedFile } = filesOf(dataDir);
  return {
    key,
    place(): KeyPlace {
      if (!fs.existsSync(sealedFile)) return "file";
      return fs.existsSync(keyFile) ? "unproved" : "keychain";
    },
    /** Seals the key beside its file; the next start finishes the move. @returns false without a keychain */
    async keepInKeychain(): Promise<boolean> {
      const sealed = await seal(key, options);
      if (sealed === null) return false;
      await putUnderProof(dataDir, key, sealed);
      return true;
    },
    /** An interruption between the two steps leaves the key in both places, and the next start moves it into the keychain. */
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

function opened(options: DesktopKeyOptions): Promise<Buffer> {
  const { keyFile, sealedFile } = filesOf(options.dataDir);
  if (!fs.existsSync(sealedFile)) return fs.existsSync(keyFile) ? fromFile(options) : newKey(options);
  return fs.existsSync(keyFile) ? prove(options) : fromKeychain(options);
}

function fromFile({ dataDir, log }: DesktopKeyOptions): Promise<Buffer> {
  log.info(`The key to the secrets is in the file ${KEY_FILE}; the keychain is not used.`);
  return openKeyFile(dataDir);
}

async function newKey(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, log } = options;
  requireNoData(dataDir);
  const key = randomBytes(KEY_BYTES);
  const sealed = await seal(key, options);
  if (sealed === null) {
    await writeKeyFile(dataDir, key);
    sayNoKeychain(options, "Galley found no keychain on this computer.");
  } else {
    await putUnderProof(dataDir, key, sealed);
    log.info(`The keychain has sealed the key to the secrets. Until the next start has proved it, ${KEY_FILE} stays.`);
  }
  return key;
}

/** In this order: after an interruption the file is the key. */
async function putUnderProof(dataDir: string, key: Buffer, sealed: Buffer): Promise<void> {
  await writeKeyFile(dataDir, key);
  await writeFileDurably(filesOf(dataDir).sealedFile, sealed, 0o600);
}

/** With both files there: the plain one is the key, whatever becomes of the proof. */
async function prove(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, keychain, log, tell } = options;
  const { keyFile, sealedFile } = filesOf(dataDir);
  const key = await openKeyFile(dataDir);
  if (!(await keychain.isAsyncEncryptionAvailable())) {
    log.warn(`The keychain is not available, so ${KEY_FILE} stays, and the key in it is used.`);
    return key;
  }
  let unsealed: Unsealed;
  try {
    unsealed = await unseal(sealedFile, keychain);
  } catch (error) {
    await fs.promises.rename(sealedFile, path.join(dataDir, UNREADABLE_FILE));
    const detail = `Nothing is lost: the key stays in the file ${KEY_FILE} of the data folder. To have it in the keychain, choose "The key to the secrets…" in the menu. What the keychain did not open is kept as ${UNREADABLE_FILE}.`;
    log.error(`The keychain did not give back the key that it sealed. ${detail}`, error);
    tell("The keychain of this computer did not give back the key that it sealed.", detail);
    return key;
  }
  if (!unsealed.key.equals(key))
    throw new DatabaseRefused(
      `${keyFile} and the keychain (${SEALED_KEY_FILE}) hold different keys, and only one of them opens the secrets of this data folder. Nothing was changed. Move the file that does not belong here out of the folder, and keep it; then start again.`,
    );
  if (isFixedPassword(unsealed.sealed)) {
    await removeFileDurably(sealedFile);
    sayNoKeychain(options, "This computer has no keychain that protects the key to the secrets.");
  } else if (unsealed.shouldReEncrypt) await sealAnew(options, key);
  else {
    await removeFileDurably(keyFile);
    log.info(`The keychain has proved that it keeps the key to the secrets, so ${KEY_FILE} was removed.`);
  }
  return key;
}

async function fromKeychain(options: DesktopKeyOptions): Promise<Buffer> {
  const { dataDir, keychain } = options;
  const { sealedFile } = filesOf(dataDir);
  if (!(await keychain.isAsyncEncryptionAvailable()))
    throw new DatabaseRefused(
      "The key of this data folder is in the keychain of this computer, which is not available. Unlock it and start again.",
    );
  let unsealed: Unsealed;
  try {
    unsealed = await unseal(sealedFile, keychain);
  } catch (error) {
    throw new DatabaseRefused(
      `The keychain of this computer cannot open ${sealedFile}. Start Galley as the person who installed it, on the same computer, or restore a backup into another folder.`,
      { cause: error },
    );
  }
  const { key } = unsealed;
  if (isFixedPassword(unsealed.sealed)) {
    await writeKeyFile(dataDir, key);
    await removeFileDurably(sealedFile);
    sayNoKeychain(options, "The key to the secrets was sealed with a password that everybody knows.");
  } else if (unsealed.shouldReEncrypt) await sealAnew(options, key);
  return key;
}

/** The keychain has a newer key of its own, which must be proved like a first one. */
async function sealAnew(options: DesktopKeyOptions, key: Buffer): Promise<void> {
  const sealed = await seal(key, options);
  if (sealed !== null) await putUnderProof(options.dataDir, key, sealed);
}

/** @returns null where there is no keychain, or none that can be relied on; the log says what it was */
async function seal(key: Buffer, { keychain, log }: DesktopKeyOptions): Promise<Buffer | null> {
  if (!(await keychain.isAsyncEncryptionAvailable())) return null;
  try {
    const text = key.toString("base64url");
    const sealed = await keychain.encryptStringAsync(text);
    if (isFixedPassword(sealed)) return null;
    if ((await keychain.decryptStringAsync(sealed)).result === text) return sealed;
    log.warn("The keychain of this computer does not give back what it sealed.");
  } catch (error) {
    // Such as a keyring that the person did not unlock.
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

function sayNoKeychain({ log, tell }: DesktopKeyOptions, message: string): void {
  const detail = `The secrets of this data folder are encrypted under the file ${KEY_FILE} in it, which only your account can read. Whoever copies the whole folder can read them.`;
  log.warn(`${message} ${detail}`);
  tell(message, detail);
}
