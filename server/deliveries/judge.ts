/** Interprets the site's response (contract 6.3): `rc` decides, not the status. Pure. */
import { isUtf8 } from "node:buffer";
import { asMap } from "../article/vms-json.ts";
import type { DeliveryCode, DeliveryWarning } from "../contracts/delivery-states.ts";
import { findStructureFault, type StructureLimits } from "../core/json-structure.ts";
import { type DialResult, headerOf } from "../outbound/dial.ts";
import { beginningOf, type Facts, MAX_SITE_WORDS } from "../outbound/failures.ts";

/** A complete HTTP response, unchanged. */
export interface SiteResponse {
  status: number;
  contentType: string | undefined;
  body: Buffer;
}

export type Verdict =
  | {
      kind: "accepted";
      /** file name → public URL, for known files of the session or the snapshot. */
      clientUrls: Map<string, string>;
      warnings: DeliveryWarning[];
      facts: Facts;
      rm: string | null;
    }
  | { kind: "rejected"; facts: Facts; rm: string | null }
  | { kind: "failed"; code: DeliveryCode; facts: Facts };

const RESPONSE_LIMITS: StructureLimits = { depth: 300, parts: 350_000, keys: 20_000 };
/** Stored as facts of the code; `explain.ts` reads them. */
const STRUCTURE_WORDS: Record<keyof StructureLimits, string> = {
  depth: `more than ${RESPONSE_LIMITS.depth} levels`,
  parts: `more than ${RESPONSE_LIMITS.parts} values and keys`,
  keys: `more than ${RESPONSE_LIMITS.keys} different keys`,
};
const EXCERPT_LENGTH = 2_048;
/** Limits: names in one sentence, and characters of each. */
const MAX_NAMED_ASSETS = 20;
const MAX_NAME = 120;

/**
 * Judges the response to an `article_saved`.
 * @param files known: files of the session; others are only checked for `dummy_client_url`. sent: files in the archive.
 *   lacking: files of the article that Galley does not have
 */
export function judgeArticleSaved(
  response: SiteResponse,
  callbackUrl: string,
  files: { known: ReadonlySet<string>; sent: readonly string[]; lacking: readonly string[] },
): Verdict {
  const host = URL.parse(callbackUrl)?.host ?? callbackUrl;
  const read = readResponse(response, host);
  if (read.kind !== "accepted") return read;
  const vmsJson = asMap(asMap(read.body.data)?.vms_json);
  const assets = asMap(vmsJson?.assets);
  const entries = Object.entries(assets ?? {});
  const returned = entries.map(([name, entry]) => ({ name, url: asMap(entry)?.clientUrl }));
  const unusable = returned.filter(({ url }) => isTemporary(url)).slice(0, MAX_NAMED_ASSETS);
  if (unusable.length > 0)
    return {
      kind: "failed",
      code: "dummy_client_url",
      facts: {
        host,
        assets: unusable.map(({ name }) => beginningOf(name, MAX_NAME)),
        received: unusable.map(({ name, url }) => `${beginningOf(name, MAX_NAME)}: ${excerptOf(url)}`),
        rm: read.rm,
      },
    };
  const urls = returned
    .filter(({ name }) => files.known.has(name))
    .map(({ name, url }) => ({ name, ...readClientUrl(String(url), callbackUrl) }));
  const missing = files.sent.filter((name) => !Object.hasOwn(assets ?? {}, name));
  const clientUrls = new Map(urls.flatMap(({ name, stored }) => (stored === null ? [] : [[name, stored] as const])));
  const warned: Warned[] = CLIENT_URL_WARNINGS.flatMap((warning) => {
    const names = urls.filter((url) => url.warning === warning).map(({ name }) => name);
    return names.length === 0 ? [] : [{ warning, facts: { [warning]: named(names) } }];
  });
  if (missing.length > 0 && entries.length === 0) {
    const as_text = typeof asMap(read.body.data)?.vms_json === "string";
    warned.push({ warning: "no_client_urls", facts: as_text ? { as_text } : {} });
  } else if (missing.length > 0) {
    const names = missing.slice(0, MAX_NAMED_ASSETS);
    warned.push({ warning: "missing_client_urls", facts: { host, missing: names, missing_count: missing.length } });
  }
  if (files.lacking.length > 0) {
    const lacking = files.lacking.slice(0, MAX_NAMED_ASSETS);
    warned.push({ warning: "file_missing", facts: { lacking, lacking_count: files.lacking.length } });
  }
  return {
    kind: "accepted",
    clientUrls,
    warnings: warned.map(({ warning }) => warning),
    facts: Object.assign({}, ...warned.map(({ facts }) => facts)),
    rm: read.rm,
  };
}

interface Warned {
  warning: DeliveryWarning;
  facts: Facts;
}

const named = (names: string[]) =>
  names.length <= MAX_NAMED_ASSETS ? names : [...names.slice(0, MAX_NAMED_ASSETS - 1), "…"];

type Read =
  | { kind: "accepted"; body: Record<string, unknown>; rm: string | null }
  | Exclude<Verdict, { kind: "accepted" }>;

/** Null without a response. */
export function responseOf(outcome: DialResult["outcome"] | null): SiteResponse | null {
  if (outcome?.ok !== true) return null;
  return { status: outcome.status, contentType: headerOf(outcome.headers, "content-type"), body: outcome.body };
}

/** @param outcome null: the credentials cannot be sent in a header */
export function verdictOf(
  outcome: DialResult["outcome"] | null,
  host: string,
  judge: (response: SiteResponse) => Verdict,
): Verdict {
  const response = responseOf(outcome);
  if (response !== null) return judge(response);
  if (outcome === null || outcome.ok) return { kind: "failed", code: "invalid_credentials", facts: { host } };
  return { kind: "failed", code: outcome.code, facts: outcome.facts };
}

/** Reads a JSON object with an integer `rc`. */
export function readResponse(response: SiteResponse, host: string): Read {
  const charset = charsetOf(response.body, response.contentType);
  const text = charset.decode(response.body);
  const excerpt = text.slice(0, EXCERPT_LENGTH);
  const ok = response.status >= 200 && response.status < 300;
  const fail = (code: DeliveryCode, siteMessage: string | null): Read => ({
    kind: "failed",
    code: ok ? code : "http_status",
    facts: {
      host,
      status: response.status,
      content_type: response.contentType ?? null,
      excerpt,
      ...(isMarkup(text) ? { page: true } : {}),
      ...(siteMessage === null ? {} : { site_words: siteMessage }),
    },
  });
  // Checked before parsing. A response that repeats the article with its URLs is within these limits.
  const bytes = charset.isUtf8 ? response.body : Buffer.from(text);
  const fault = /^\s*[[{]/.test(excerpt) ? findStructureFault(bytes, RESPONSE_LIMITS) : null;
  if (fault !== null)
    return {
      kind: "failed",
      code: ok ? "answer_too_large" : "http_status",
      facts: { host, status: response.status, excerpt, structure: STRUCTURE_WORDS[fault.kind] },
    };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail("not_json", messageInText(text));
  }
  const map = asMap(body);
  if (map === null || Array.isArray(body)) return fail("not_json", messageIn(body));
  if (!Number.isInteger(map.rc)) return fail("no_rc", messageIn(map));
  const rm = typeof map.rm === "string" && map.rm !== "" ? beginningOf(map.rm, MAX_SITE_WORDS) : null;
  if (map.rc === 1) return { kind: "accepted", body: map, rm };
  const reason = rm ?? messageIn(map);
  return { kind: "rejected", facts: { host, rc: Number(map.rc), rm: reason }, rm: reason };
}

/** The beginning of an invalid URL, as JSON. */
function excerptOf(url: unknown): string {
  const json = JSON.stringify(typeof url === "string" ? url.slice(0, EXCERPT_LENGTH) : url) ?? "nothing";
  return beginningOf(json, EXCERPT_LENGTH / MAX_NAMED_ASSETS);
}

interface ResponseCharset {
  isUtf8: boolean;
  decode(bytes: Buffer): string;
}

/** UTF-8 if the bytes are valid UTF-8 (RFC 8259, 8.1), regardless of the label; otherwise the charset of the Content-Type. */
export function charsetOf(body: Buffer, contentType: string | undefined): ResponseCharset {
  const label = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? "")?.[1];
  const decoder = (label === undefined || isUtf8(body) ? null : decoderOf(label)) ?? new TextDecoder();
  return { isUtf8: decoder.encoding === "utf-8", decode: (bytes) => decoder.decode(bytes) };
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

// The clientUrls of a response to `article_saved` (contract 6.3.3).

export const MAX_CLIENT_URL = 8_192;

/** Warnings about single URLs; their facts are file names. */
export const CLIENT_URL_WARNINGS = [
  "client_url_too_long",
  "client_url_scheme",
  "client_url_relative",
] as const satisfies DeliveryWarning[];

export type ClientUrlWarning = (typeof CLIENT_URL_WARNINGS)[number];

/** Missing, empty or still the temporary reference, so that the response fails as `dummy_client_url`. */
export function isTemporary(url: unknown): boolean {
  return typeof url !== "string" || url.trim() === "" || url.startsWith("dummy-");
}

/** Returns the URL to store, if any, and its warning. Resolves relative URLs against `base`, the `callback_url`. */
function readClientUrl(url: string, base: string): { stored: string | null; warning: ClientUrlWarning | null } {
  if (url.length > MAX_CLIENT_URL) return { stored: null, warning: "client_url_too_long" };
  const whole = URL.parse(url);
  const resolved = whole ?? URL.parse(url, base);
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return { stored: null, warning: "client_url_scheme" };
  if (whole !== null) return { stored: url, warning: null };
  if (resolved.href.length > MAX_CLIENT_URL) return { stored: null, warning: "client_url_too_long" };
  return { stored: resolved.href, warning: "client_url_relative" };
}

// The site's own sentence in a response that accepts nothing, for any web framework.

/** Maximum length of the sentence, in characters. The attempt has the whole response. */
const MAX_LENGTH = 500;
/** Characters searched in a response that is not JSON. */
const MAX_SEARCHED = 64 * 1024;
const MAX_FAULTS = 5;
/** Levels in JSON, such as `{"error": {"message": …}}`. */
const MAX_LEVELS = 3;
/** Keys of the sentence in common frameworks, the most informative first. `rm` is defined in contract 6.3. */
const KEYS = ["rm", "message", "error_description", "error", "detail", "errors", "msg", "title"];

/** Finds the sentence in a JSON response; null without one. */
export function messageIn(value: unknown, level = 0): string | null {
  if (typeof value === "string") return cut(plainText(value));
  if (typeof value !== "object" || value === null || level === MAX_LEVELS) return null;
  if (Array.isArray(value)) return messageOfFaults(value, level);
  for (const key of KEYS) {
    const message = Object.hasOwn(value, key) ? messageIn((value as Record<string, unknown>)[key], level + 1) : null;
    if (message !== null) return message;
  }
  return null;
}

/** A list of faults, such as FastAPI's `detail`: `body.metadata: Field required; …`. */
function messageOfFaults(faults: readonly unknown[], level: number): string | null {
  const reasons = faults.slice(0, MAX_FAULTS).flatMap((fault) => {
    const message = messageIn(fault, level + 1);
    if (message === null) return [];
    const { loc } = (typeof fault === "object" && fault !== null ? fault : {}) as { loc?: unknown };
    const place = Array.isArray(loc) ? loc.filter((part) => ["string", "number"].includes(typeof part)).join(".") : "";
    return [place === "" ? message : `${place}: ${message}`];
  });
  return reasons.length === 0 ? null : cut(reasons.join("; "));
}

/** Returns a short line of plain text, or the title of a web page. */
export function messageInText(whole: string): string | null {
  const text = whole.slice(0, MAX_SEARCHED);
  if (isMarkup(text)) return titleOf(text);
  const line = text.trim();
  return line.length <= MAX_LENGTH && !/[\r\n{}[\]]/.test(line) ? cut(line) : null;
}

export function isMarkup(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body|h1|p|div|title|br)\b/i.test(text.slice(0, 2_048));
}

function titleOf(page: string): string | null {
  const found = /<title\b[^>]{0,200}>([^<]{1,500})</i.exec(page) ?? /<h1\b[^>]{0,200}>([^<]{1,500})</i.exec(page);
  return cut(plainText(found?.[1] ?? ""));
}

function plainText(text: string): string {
  return isMarkup(text) ? text.slice(0, 8 * MAX_LENGTH).replace(/<[^>]{0,500}>/g, " ") : text.slice(0, 8 * MAX_LENGTH);
}

/** One line of at most `MAX_LENGTH`, null if nothing is left. */
function cut(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return null;
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** Whether a message is about a signature, in the most common languages of sites. */
export function isAboutSignature(message: string): boolean {
  return /signatur|assinatura|firma\b|hmac|подпис|підпис|podpis|imza|署名|签名|簽名/i.test(message);
}

/** Whether a text ends with punctuation. */
export const isEnded = (text: string): boolean => /[.!?…][”»"')]*$/u.test(text);
