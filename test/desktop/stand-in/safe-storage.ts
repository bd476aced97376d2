/**
 * `electron.safeStorage` with a public key: it proves that sealed bytes can be opened again, not that they are safe.
 * `STAND_IN_KEYCHAIN` selects the computer's keychain:
 *
 * - `none`: no encryption at all
 * - `fixed-password`: Chromium on Linux without a keyring
 * - any other name: a keychain that only opens what it sealed itself
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const name = process.env.STAND_IN_KEYCHAIN ?? "keyring";
const FIXED = "fixed-password";

/** Chromium's prefixes on Linux. */
const PREFIX = { fixed: Buffer.from("v10"), keyring: Buffer.from("v11") };

const keyOf = (keychain: string) => createHash("sha256").update(keychain).digest();

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => name !== "none",
  // Like Chromium, it derives this from the desktop's name, not from the keychain in use.
  getSelectedStorageBackend: () => "gnome_libsecret",
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keyOf(name), iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([name === FIXED ? PREFIX.fixed : PREFIX.keyring, iv, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    // Every keychain opens the fixed password's seals.
    const key = keyOf(sealed.subarray(0, 3).equals(PREFIX.fixed) ? FIXED : name);
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(3, 15)).setAuthTag(sealed.subarray(15, 31));
    return {
      result: decipher.update(sealed.subarray(31), undefined, "utf8") + decipher.final("utf8"),
      shouldReEncrypt: false,
    };
  },
};
