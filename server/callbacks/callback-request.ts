/** The request that an attempt sends: body of spec 6.1 and 6.2, signature of spec 5.2, Authorization of spec 5.3. */
import type { Project } from "../projects/projects.ts";
import { sign } from "../projects/signature.ts";
import { maskCredentials } from "../projects/url-credentials.ts";
import { callbackAuthorization, MASK, type Metadata, maskMetadata, secretValues } from "../sessions/metadata.ts";
import type { Session } from "../sessions/session-store.ts";
import type { Facts } from "./codes.ts";

/** What the callback is about. */
export interface CallbackContent {
  event: "article_saved" | "site_fonts_updated";
  contentUrl: string;
  /** As it was at the save. */
  metadata: Metadata;
  /** Of `site_fonts_updated`. */
  fonts?: object;
}

export interface CallbackRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The same for the log: credentials and tokens masked, the body cut to 64 KB. */
  logged: { method: "POST"; url: string; headers: [string, string][]; body: string; body_truncated: boolean };
}

/** Longest body that the log keeps, in UTF-16 units. */
const LOGGED_BODY = 64 * 1024;
const HIDDEN_HEADERS = new Set(["authorization", "cookie", "set-cookie", "proxy-authorization"]);

/**
 * @param project with the secret that is to sign
 * @returns null where the credentials hold characters that a header cannot carry
 */
export function buildCallback(
  project: Pick<Project, "secret" | "environment">,
  session: Pick<Session, "materialId" | "callbackUrl" | "metadata">,
  content: CallbackContent,
  userAgent: string,
): CallbackRequest | null {
  // Credentials are the session's at the time of the attempt, the metadata sent are those of the save.
  const authorization = callbackAuthorization(session.metadata);
  if (authorization !== null && /[^\x20-\x7e]/.test(authorization)) return null;
  if ([session.metadata.webhook_auth_user, session.metadata.webhook_auth_password].some(hasControl)) return null;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json",
    "user-agent": userAgent,
    "x-service-signature": sign(project.secret, session.materialId, content.contentUrl),
    ...(authorization === null ? {} : { authorization }),
  };
  const payload = (metadata: Metadata) => ({
    event: content.event,
    material_id: session.materialId,
    content_url: content.contentUrl,
    metadata,
    ...(content.event === "article_saved" ? { debug: project.environment === "dev" } : { fonts: content.fonts ?? {} }),
  });
  return {
    url: session.callbackUrl,
    headers,
    body: Buffer.from(JSON.stringify(payload(content.metadata))),
    logged: {
      method: "POST",
      url: maskCredentials(session.callbackUrl),
      headers: maskHeaders(Object.entries(headers)),
      ...loggedBody(JSON.stringify(payload(maskMetadata(content.metadata))), []),
    },
  };
}

/** For the log: Authorization and cookies as dots. */
export function maskHeaders(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [name, HIDDEN_HEADERS.has(name.toLowerCase()) ? MASK : value]);
}

/** For the log: at most 64 KB of a body, the session's secrets in it as dots. */
export function loggedBody(body: string, secrets: string[]): { body: string; body_truncated: boolean } {
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, MASK), body.slice(0, 2 * LOGGED_BODY));
  return { body: masked.slice(0, LOGGED_BODY), body_truncated: body.length > LOGGED_BODY };
}

/** The facts of a case without the session's secrets, which a site's answer might repeat. */
export function maskFacts(facts: Facts, secrets: string[]): Facts {
  const mask = (text: string) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" ? mask(value) : Array.isArray(value) ? value.map(mask) : value,
    ]),
  );
}

/** The secrets of a session that a site's answer might repeat; short ones would mask half of every text. */
export function secretsToMask(metadata: Metadata): string[] {
  return secretValues(metadata).filter((value) => value.length >= 6);
}

function hasControl(value: unknown): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return typeof value === "string" && /[\x00-\x1f\x7f]/.test(value);
}
