/** Editor links (contract 2.3 `url`) for sites and admins, and their signed tokens. */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { MAX_AUTHOR } from "../contracts/editor-api.ts";
import type { Clock } from "../core/runtime.ts";
import type { Services } from "../services.ts";

const HOUR_MS = 3_600_000;

export function createEditorLinks(services: Pick<Services, "runtime" | "secretBox" | "settings" | "publicUrl">) {
  const { runtime, secretBox, settings, publicUrl } = services;
  const { clock } = runtime;
  const tokens = createTokens(secretBox.derive("editor tokens"), clock);
  const endOfLogin = () => clock.now() + settings.get().token_hours * HOUR_MS;
  const issue = (sessionId: string, author: string | null) => {
    const expiresAt = endOfLogin();
    return { token: tokens.issue("edit", sessionId, expiresAt, author?.slice(0, MAX_AUTHOR)), expiresAt };
  };
  return {
    tokens,
    endOfLogin,
    issue,
    /** The editor link of a session, plain ASCII, with the lifetime in the settings. @param author null if unknown */
    editorUrl(session: { id: string }, author: string | null): { url: string; expiresAt: number } {
      const { token, expiresAt } = issue(session.id, author);
      return { url: `${publicUrl()}/editor/${session.id}#t=${token}`, expiresAt };
    },
  };
}

/**
 * preview: view the article on the public listener. console_preview: the same for an admin on the console's listener.
 * clip: paste content of the session into another session of the project.
 */
type TokenPurpose = "edit" | "preview" | "console_preview" | "clip";

/** Signed tokens for one session, purpose and time; no dots or slashes. @param key 32 bytes, see `SecretBox.derive` */
function createTokens(key: Buffer, clock: Clock) {
  const secretKey = createSecretKey(key);
  /** @param name encoded name of the author; "" without one */
  const signature = (purpose: TokenPurpose, sessionId: string, expiry: string, name: string) =>
    createHmac("sha256", secretKey)
      .update([purpose, sessionId, expiry, ...(name === "" ? [] : [name])].join(":"))
      .digest("base64url");
  return {
    /** @param expiresAt ms since the epoch @param author null if unknown */
    issue(purpose: TokenPurpose, sessionId: string, expiresAt: number, author: string | null = null): string {
      const expiry = Math.floor(expiresAt / 1000).toString(36);
      const name = Buffer.from(author ?? "", "utf8").toString("base64url");
      return `${expiry}-${signature(purpose, sessionId, expiry, name)}${name === "" ? "" : `-${name}`}`;
    },
    /** Returns expiry (ms) and author; null if the token is forged, expired, or for another purpose. */
    check(
      purpose: TokenPurpose,
      sessionId: string,
      token: string,
    ): { expiresAt: number; author: string | null } | null {
      const match = /^([0-9a-z]{1,9})-([A-Za-z0-9_-]{43})(?:-([A-Za-z0-9_-]{1,2000}))?$/.exec(token);
      if (match === null) return null;
      const [, expiry = "", given = "", name = ""] = match;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(purpose, sessionId, expiry, name)))) return null;
      const expiresAt = Number.parseInt(expiry, 36) * 1000;
      if (expiresAt <= clock.now()) return null;
      return { expiresAt, author: name === "" ? null : Buffer.from(name, "base64url").toString("utf8") };
    },
  };
}
