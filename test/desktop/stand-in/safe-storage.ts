/**
 * `electron.safeStorage`. It seals with a key that is no secret: it shows that sealed bytes go out and come back, never
 * that they are safe. `STAND_IN_KEYCHAIN` says which keychain the computer has:
 *
 * - `none`: not even the fixed password
 * - `fixed-password`: what Chromium does on Linux without a keyring
 * - any other name: a keychain, which opens nothing that one of another name has sealed
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const name = process.env.STAND_IN_KEYCHAIN ?? "keyring";
const FIXED = "fixed-password";

/** Chromium's own marks on Linux. */
const PREFIX = { fixed: Buffer.from("v10"), keyring: Buffer.from("v11") };

const keyOf = (keychain: string) => createHash("sha256").update(keychain).digest();

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => name !== "none",
  // Goes by the desktop's name, as Chromium's does, whatever really seals.
  getSelectedStorageBackend: () => "gnome_libsecret",
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keyOf(name), iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([name === FIXED ? PREFIX.fixed : PREFIX.keyring, iv, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    // What is sealed with the fixed password opens everywhere.
    const key = keyOf(sealed.subarray(0, 3).equals(PREFIX.fixed) ? FIXED : name);
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(3, 15)).setAuthTag(sealed.subarray(15, 31));
    return {
      result: decipher.update(sealed.subarray(31), undefined, "utf8") + decipher.final("utf8"),
      shouldReEncrypt: false,
    };
  },
};
