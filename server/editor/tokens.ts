/**
 * The tokens that let a browser into one session: signed, with an end, good for one purpose. Plain ASCII without dots or
 * slashes that a client could trip over.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Clock } from "../runtime.ts";

export type TokenPurpose = "edit" | "preview";

export interface Tokens {
  /** @param expiresAt ms since the epoch */
  issue(purpose: TokenPurpose, sessionId: string, expiresAt: number): string;
  /** When the token ends (ms), null where it is forged, expired, or for something else. */
  check(purpose: TokenPurpose, sessionId: string, token: string): number | null;
}

/** @param key 32 bytes, see `SecretBox.derive` */
export function createTokens(key: Buffer, clock: Clock): Tokens {
  const secretKey = createSecretKey(key);
  const signature = (purpose: TokenPurpose, sessionId: string, expiry: string) =>
    createHmac("sha256", secretKey).update(`${purpose}:${sessionId}:${expiry}`).digest("base64url");
  return {
    issue(purpose, sessionId, expiresAt) {
      const expiry = Math.floor(expiresAt / 1000).toString(36);
      return `${expiry}-${signature(purpose, sessionId, expiry)}`;
    },
    check(purpose, sessionId, token) {
      const match = /^([0-9a-z]{1,9})-([A-Za-z0-9_-]{43})$/.exec(token);
      if (match === null) return null;
      const [, expiry = "", given = ""] = match;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(purpose, sessionId, expiry)))) return null;
      const expiresAt = Number.parseInt(expiry, 36) * 1000;
      return expiresAt > clock.now() ? expiresAt : null;
    },
  };
}
