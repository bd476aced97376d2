/** The request that an attempt sends: body of contract 6.1 and 6.2, signature of contract 5.2, Authorization of contract 5.3. */

import {
  callbackAuthorization,
  secretsToMask,
  sentMetadata,
  webhookCredentials,
  withPresentCredentials,
} from "../articles/sessions/metadata.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import { type JsonText, stringify } from "../core/json-text.ts";
import { maskAddress, maskHeaders, maskText } from "../core/masking.ts";
import type { Facts } from "../outbound/codes.ts";
import type { Project } from "../projects/projects.ts";
import { sign } from "../projects/signature.ts";
import type { Delivery } from "./delivery-row.ts";
import type { SiteAnswer, Verdict } from "./judge.ts";

/** What the callback is about. */
export interface CallbackContent {
  event: "article_saved" | "site_fonts_updated";
  contentUrl: string;
  /** In the clear, as it was at the save. */
  metadata: JsonText;
  /** Of `site_fonts_updated`. */
  fonts?: object;
}

/** A session whose metadata is about to be sent. */
export type ClearSession = Omit<Session, "metadata"> & { metadata: JsonText };

/** What differs between the events; made by the rooms that own what is sent (`versions/`, `fonts/`). */
export interface CallbackKind {
  /** @param session its metadata in the clear */
  content(delivery: Delivery, session: ClearSession): CallbackContent;
  /** @param about `host`: how sentences name the site */
  judge(answer: SiteAnswer, about: { host: string; delivery: Delivery; session: Session; project: Project }): Verdict;
  /** Keeps what an accepted answer brought. Runs in the transaction of the attempt's outcome. */
  keep(clientUrls: ReadonlyMap<string, string>, session: Session): void;
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

/** Of the session that a callback is for; its metadata in the clear. */
export interface CallbackTarget {
  materialId: string;
  callbackUrl: string;
  metadata: JsonText;
}

/**
 * @param project with the secret that is to sign
 * @returns null where the credentials hold characters that a header cannot carry
 */
export function buildCallback(
  project: Pick<Project, "secret" | "environment">,
  session: CallbackTarget,
  content: CallbackContent,
  userAgent: string,
): CallbackRequest | null {
  // Credentials are the session's at the time of the attempt, in the header and in the body.
  const authorization = callbackAuthorization(session.metadata);
  if (authorization !== null && /[^\x20-\x7e]/.test(authorization)) return null;
  if (Object.values(webhookCredentials(session.metadata)).some(hasControl)) return null;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json",
    "user-agent": userAgent,
    "x-service-signature": sign(project.secret, session.materialId, content.contentUrl),
    ...(authorization === null ? {} : { authorization }),
  };
  const body = stringify({
    event: content.event,
    material_id: session.materialId,
    content_url: content.contentUrl,
    metadata: sentMetadata(withPresentCredentials(content.metadata, session.metadata), content.event),
    ...(content.event === "article_saved" ? { debug: project.environment === "dev" } : { fonts: content.fonts ?? {} }),
  });
  const secrets = secretsToMask(session.metadata);
  return {
    url: session.callbackUrl,
    headers,
    body: Buffer.from(body),
    logged: {
      method: "POST",
      url: maskAddress(session.callbackUrl),
      headers: maskHeaders(Object.entries(headers), secrets),
      ...loggedBody(body, secrets),
    },
  };
}

/** For the log: at most 64 KB of a body, the session's secrets and what is named as one as dots. */
export function loggedBody(body: string, secrets: string[]): { body: string; body_truncated: boolean } {
  const masked = maskText(body.slice(0, 2 * LOGGED_BODY), secrets);
  return { body: masked.slice(0, LOGGED_BODY), body_truncated: body.length > LOGGED_BODY };
}

/** The facts of a case without the session's secrets, which a site's answer might repeat. */
export function maskFacts(facts: Facts, secrets: string[]): Facts {
  const mask = (text: string) => maskText(text, secrets);
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" ? mask(value) : Array.isArray(value) ? value.map(mask) : value,
    ]),
  );
}

function hasControl(value: unknown): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return typeof value === "string" && /[\x00-\x1f\x7f]/.test(value);
}
