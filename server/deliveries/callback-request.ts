/** The request of an attempt: body (contract 6.1, 6.2), signature (5.2), Authorization (5.3). */
import {
  callbackAuthorization,
  secretsToMask,
  sentMetadata,
  webhookCredentials,
  withPresentCredentials,
} from "../articles/sessions/metadata.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { type JsonText, stringify } from "../core/json-text.ts";
import { maskAddress, maskHeaders, maskText } from "../core/masking.ts";
import type { Clock } from "../core/runtime.ts";
import { type DialRequest, type DialResult, dial, headerOf } from "../outbound/dial.ts";
import type { Facts } from "../outbound/failures.ts";
import type { Outgoing } from "../outbound/site-request.ts";
import type { Project } from "../projects/projects.ts";
import { sign } from "../projects/signature.ts";
import type { Services } from "../services.ts";
import { type Database, statements } from "../storage/database.ts";
import type { Delivery } from "./delivery-row.ts";
import { charsetOf, type SiteResponse, type Verdict } from "./judge.ts";

export interface CallbackContent {
  event: "article_saved" | "site_fonts_updated";
  contentUrl: string;
  /** In clear text, from the time of the save. */
  metadata: JsonText;
  /** Only in `site_fonts_updated`. */
  fonts?: object;
}

type ClearSession = Omit<Session, "metadata"> & { metadata: JsonText };

/** The part that differs between events; `versions/` and `fonts/` implement it. */
export interface CallbackKind {
  content(delivery: Delivery, session: ClearSession): CallbackContent;
  judge(
    response: SiteResponse,
    about: { host: string; delivery: Delivery; session: Session; project: Project },
  ): Verdict;
  /** Stores the URLs of an accepted response, in the transaction of the outcome. */
  keep(clientUrls: ReadonlyMap<string, string>, session: Session): void;
}

interface CallbackRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Secrets are masked, and the body is cut to 64 KB. */
  logged: { method: "POST"; url: string; headers: [string, string][]; body: string; body_truncated: boolean };
}

const CONNECT_TIMEOUT_MS = 10_000;
const RESPONSE_LIMIT_BYTES = 20 * 1024 * 1024;
/** Longest body that the log keeps, in UTF-16 units. */
const LOGGED_BODY = 64 * 1024;
/** Bytes decoded for the log: more than it stores. */
const DECODED_FOR_LOG = 512 * 1024;
/** Bytes stored unchanged of a response that is not UTF-8 text. */
const KEPT_BYTES = 4_096;

interface CallbackTarget {
  materialId: string;
  callbackUrl: string;
  metadata: JsonText;
}

/** Builds a callback signed with `project.secret`. Null if the credentials contain characters that no header allows. */
export function buildCallback(
  project: Pick<Project, "secret" | "environment">,
  session: CallbackTarget,
  content: CallbackContent,
  userAgent: string,
): CallbackRequest | null {
  // Header and body have the session's current credentials.
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

/** Dials a site by the rules of its project. `call` may override the limits of a callback. */
export function dialSite(
  { allowedHosts, settings }: Project,
  { proxyFor, resolve }: Outgoing,
  call: Pick<DialRequest, "url" | "headers" | "body" | "signal"> & Partial<DialRequest>,
): Promise<DialResult> {
  const limits = {
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    responseTimeoutMs: settings.answer_timeout_s * 1000,
    responseLimit: RESPONSE_LIMIT_BYTES,
  };
  return dial({ allowedHosts, ca: settings.ca_certificate, proxyFor, ...limits, ...call }, resolve);
}

/** Prepares a response for the log; null without one. `bytes`: its first bytes, if its text is unreadable. */
export function loggedResponse({ status, headers, body }: DialResult["outcome"], secrets: string[]) {
  if (status === null) return null;
  const charset = charsetOf(body, headerOf(headers, "content-type"));
  const logged = {
    headers: maskHeaders(headers, secrets),
    ...loggedBody(charset.decode(body.subarray(0, DECODED_FOR_LOG)), secrets),
  };
  if (!charset.isUtf8) return logged;
  const beginning = body.subarray(0, KEPT_BYTES);
  const text = beginning.toString("utf8");
  // Bytes would reveal secrets that the text masks.
  const isPlain = loggedBody(text, secrets).body === text;
  // A character split by the cut is not an error of the response.
  const whole = Buffer.from(text.replace(/\uFFFD$/, ""));
  const isText = whole.equals(beginning.subarray(0, whole.length));
  return { ...logged, ...(isPlain && !isText ? { bytes: beginning.toString("base64") } : {}) };
}

function loggedBody(body: string, secrets: string[]): { body: string; body_truncated: boolean } {
  const masked = maskText(body.slice(0, 2 * LOGGED_BODY), secrets);
  return { body: masked.slice(0, LOGGED_BODY), body_truncated: body.length > LOGGED_BODY };
}

/** Masks the session's secrets, which a response may repeat. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
  return typeof value === "string" && /[\x00-\x1f\x7f]/.test(value);
}

export type ContentUrls = ReturnType<typeof createContentUrls>;

/** Builds content_urls from the current public URL. Stores each issued base, because sites sign it (contract 4.2). */
export function createContentUrls(database: Database, clock: Clock, publicUrl: () => string) {
  const issued = new Set(
    database
      .prepare<[], { base: string }>("SELECT base FROM content_bases")
      .all()
      .map(({ base }) => base),
  );
  const { run } = statements(database);
  const insert = run<[string, number]>("INSERT OR IGNORE INTO content_bases (base, first_issued_at) VALUES (?, ?)");
  const issue = (path: string) => {
    const base = publicUrl();
    if (!issued.has(base)) {
      insert(base, clock.now());
      // An open transaction may roll back, so the next call writes the base again.
      if (!database.inTransaction) issued.add(base);
    }
    return `${base}/integration/download/${path}`;
  };
  return {
    /** Contract 4.2. Stores the base when the caller's transaction commits. */
    media: (fingerprint: string, versionId: string): string => issue(`media/${fingerprint}/${versionId}`),
    /** Contract 4.3. */
    fonts: (fingerprint: string, snapshotId: string): string => issue(`fonts/${fingerprint}/${snapshotId}`),
    /** Bases for which signatures are accepted, the current one first. Without a trailing slash. */
    bases: (): string[] => [...new Set([publicUrl(), ...issued])],
  };
}

export function createCurl({
  deliveryStore: store,
  sessionStore: sessions,
  projects,
  seal,
  kinds,
  outgoing,
}: Pick<Services, "deliveryStore" | "sessionStore" | "projects" | "seal" | "outgoing"> & {
  kinds: Readonly<Record<Delivery["event"], CallbackKind>>;
}) {
  /**
   * The command for an attempt, with the current secret. @param withCredentials instead of dots @throws AppError not_found, conflict
   * without the version
   */
  return (deliveryId: string, number: number, withCredentials: boolean): string => {
    const delivery = store.byId(deliveryId);
    const contentUrl = store.contentUrlOf(deliveryId, number);
    const session = delivery === null ? null : sessions.byId(delivery.sessionId);
    if (delivery === null || contentUrl === null || session === null)
      throw new AppError("not_found", sentence("deliveries.no_attempt", { id: deliveryId, number: String(number) }));
    const project = projects.byId(delivery.projectId);
    const clear = { ...session, metadata: seal.open(session.id, session.metadata) };
    const content = { ...kinds[delivery.event].content(delivery, clear), contentUrl };
    const request = buildCallback(
      { ...project, secret: projects.signingSecret(project) },
      clear,
      content,
      outgoing.userAgent,
    );
    if (request === null) throw new AppError("conflict", sentence("deliveries.bad_header"));
    const secrets = secretsToMask(clear.metadata);
    const headers = Object.entries(request.headers);
    const body = request.body.toString("utf8");
    return commandOf(
      withCredentials
        ? { url: request.url, headers, body }
        : { url: maskAddress(request.url), headers: maskHeaders(headers, secrets), body: maskText(body, secrets) },
    );
  };
}

/** The body is on stdin, because arguments are limited. No line of JSON is BODY. */
function commandOf({
  url,
  headers,
  body,
}: {
  url: string;
  headers: readonly [string, string][];
  body: string;
}): string {
  const lines = [
    `curl -i -X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // Unlike --data-binary, it leaves out the line break before BODY.
    "--data @- <<'BODY'",
  ];
  return `${lines.join(" \\\n  ")}\n${body}\nBODY\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
