/**
 * Secrets at rest: AES-256-GCM under the appliance's master key. What is sealed for one purpose does not open for
 * another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface SecretBox {
  seal(text: string, purpose: string): Buffer;
  /** @throws when the bytes were sealed under another key or for another purpose */
  open(sealed: Buffer, purpose: string): string;
  /** 32 bytes for signing, derived from the master key for one purpose. */
  derive(purpose: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param masterKey 32 bytes */
export function createSecretBox(masterKey: Buffer): SecretBox {
  if (masterKey.length !== 32) throw new Error("The master key must have 32 bytes.");
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey, "galley", purpose, 32));
  const sealingKey = derive("sealing");
  return {
    derive,
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, purpose) {
      const decipher = createDecipheriv("aes-256-gcm", sealingKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}
