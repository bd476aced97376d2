/**
 * The master key of the desktop app: 32 random bytes, sealed by the operating system's keychain in
 * `<dataDir>/secret.key.sealed`. A folder that already has the plain key file of a headless run goes on with that one.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { SafeStorage } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { openDataFolder } from "../server/storage/data-folder.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { writeFileDurably } from "../server/storage/disk.ts";
import { KEY_FILE, openKeyFile, SEALED_KEY_FILE } from "../server/storage/secret-box.ts";

const KEY_BYTES = 32;

/** The asynchronous part of Electron's safeStorage; `getSelectedStorageBackend` exists on Linux alone. */
export type Keychain = Pick<SafeStorage, "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync"> &
  Partial<Pick<SafeStorage, "getSelectedStorageBackend">>;

export interface DesktopKeyOptions {
  dataDir: string;
  keychain: Keychain;
  log: Log;
  /** Says a warning to the person at the screen, without waiting for an answer. */
  tell(message: string, detail: string): void;
}

/**
 * Opens the key of a data folder, making it where there is none.
 * @throws DatabaseRefused when the keychain cannot open the sealed key, or the key file is damaged
 */
export async function openDesktopKey({ dataDir, keychain, log, tell }: DesktopKeyOptions): Promise<Buffer> {
  const sealedFile = path.join(dataDir, SEALED_KEY_FILE);
  if (fs.existsSync(path.join(dataDir, KEY_FILE))) {
    log.info(`The key file ${KEY_FILE} of a headless run is there, so it stays in use and the keychain is not.`);
    return openKeyFile(dataDir);
  }
  if (fs.existsSync(sealedFile)) return unseal(sealedFile, keychain);
  if (await isUsable(keychain)) return seal(sealedFile, keychain);
  const detail = `The secrets of this data folder are encrypted under the file ${KEY_FILE} in it, which only your account can read. Whoever copies the whole folder can read them.`;
  log.warn(`No keychain of the operating system is available. ${detail}`);
  tell("Galley found no keychain on this computer.", detail);
  return openKeyFile(dataDir);
}

/** `basic_text` seals with a password that everybody knows: worse than a key file, for it looks safe. */
async function isUsable(keychain: Keychain): Promise<boolean> {
  if (!(await keychain.isAsyncEncryptionAvailable())) return false;
  return process.platform !== "linux" || keychain.getSelectedStorageBackend?.() !== "basic_text";
}

async function seal(file: string, keychain: Keychain): Promise<Buffer> {
  const text = randomBytes(KEY_BYTES).toString("base64url");
  const sealed = await keychain.encryptStringAsync(text);
  // A key that does not come back would take every secret with it: find out before anything is encrypted with it.
  const { result } = await keychain.decryptStringAsync(sealed);
  if (result !== text) throw new DatabaseRefused("The keychain of this computer does not give back what it sealed.");
  openDataFolder(path.dirname(file));
  await writeFileDurably(file, sealed, 0o600);
  return Buffer.from(text, "base64url");
}

async function unseal(file: string, keychain: Keychain): Promise<Buffer> {
  if (!(await keychain.isAsyncEncryptionAvailable()))
    throw new DatabaseRefused(
      "The key of this data folder is in the keychain of this computer, which is not available. Unlock it and start again.",
    );
  let opened: { result: string; shouldReEncrypt: boolean };
  try {
    opened = await keychain.decryptStringAsync(await fs.promises.readFile(file));
  } catch (error) {
    throw new DatabaseRefused(
      `The keychain of this computer cannot open ${file}. Start Galley as the person who installed it, on the same computer, or restore a backup into another folder.`,
      { cause: error },
    );
  }
  const key = Buffer.from(opened.result, "base64url");
  if (key.length !== KEY_BYTES) throw new DatabaseRefused(`${file} is damaged. Put the original back from a copy.`);
  if (opened.shouldReEncrypt) await writeFileDurably(file, await keychain.encryptStringAsync(opened.result), 0o600);
  return key;
}
