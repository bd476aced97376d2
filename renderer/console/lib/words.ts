import type { AttemptView, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ArchiveWarning, DeliveryState } from "../../../server/contracts/delivery-states.ts";
import { MIN_FREE_BYTES, MIN_FREE_FOR_FILES } from "../../../server/contracts/file-size.ts";
import type { AttentionRow, Overview } from "../../../server/contracts/overview-api.ts";
import type { SiteRow } from "../../../server/contracts/sites-api.ts";
import { locale, messages, sizeInWords } from "../messages/index.ts";

/** "status 500", "host not found", "not downloaded"; "" without a problem. */
export function reasonWords({
  code,
  last_status,
  warning = null,
}: Pick<AttentionRow, "code" | "last_status"> & { warning?: ArchiveWarning | null }): string {
  if (warning !== null) return messages.words.warnings[warning].toLowerCase();
  if (code === null) return "";
  const { status, reasons } = messages.words;
  return code === "http_status" ? status(last_status) : (reasons[code] ?? code.replaceAll("_", " "));
}

export function attentionSentence({
  attention_count: { articles, fonts },
  deliveries,
}: Pick<Overview, "attention_count" | "deliveries">): string {
  if (articles + fonts === 0) return messages.words.nothingNeedsAttention;
  const { rejected, failed, exhausted, not_downloaded: delivered, retrying, resending: sending, held } = deliveries;
  const counts = { rejected, failed, exhausted, delivered, retrying, sending, held };
  const why = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((state) => counts[state] > 0)
    .map((state) => messages.words.countedState(counts[state], messages.words.attention[state]));
  return messages.words.needsAttention(articles, fonts, why);
}

/** What Galley refuses because the disk has little space, and the remedy; null with enough space. */
export function diskSentence(freeBytes: number): string | null {
  if (freeBytes >= MIN_FREE_FOR_FILES) return null;
  return messages.words.littleSpace(sizeInWords(freeBytes), freeBytes < MIN_FREE_BYTES);
}

/** Undelivered articles by state, the most urgent first. */
export const BY_URGENCY = [
  "rejected",
  "failed",
  "exhausted",
  "not_downloaded",
  "retrying",
  "held",
  "queued",
  "sending",
] as const satisfies (keyof Overview["deliveries"])[];

type Undelivered = (typeof BY_URGENCY)[number];

/** Undelivered articles in a state: their name, and their filter in the log. */
export const undeliveredWords = (state: Undelivered): string =>
  state === "not_downloaded" ? messages.words.attention.delivered : messages.words.standings[state];
export const undeliveredFilter = (state: Undelivered) =>
  state === "not_downloaded" ? { warning: "archive" } : { state };

export const RETRY_STATES: DeliveryState[] = ["pending", "delivered", "rejected", "failed", "exhausted", "held"];

/** "version 7" or "fonts". */
export function contentWords(delivery: Pick<DeliveryRow, "event" | "version_number">): string {
  const { fonts, version } = messages.words;
  return delivery.event === "site_fonts_updated" ? fonts : version(delivery.version_number);
}

/** The host of a site, or its origin if another site of the project differs only in the scheme. */
export function siteNames(sites: readonly NamedSite[]): (site: NamedSite) => string {
  const keyOf = ({ project_id, host }: NamedSite) => `${project_id} ${host}`;
  const alike = Map.groupBy(sites, keyOf);
  return (site) => ((alike.get(keyOf(site))?.length ?? 0) > 1 ? site.origin : site.host);
}

type NamedSite = Pick<SiteRow, "project_id" | "host" | "origin">;

type Phases = AttemptView["phases"];

/** `total` is the reading of the response. */
export type Phase = Exclude<keyof Phases, "queued">;

const PHASES: readonly Phase[] = ["dns", "connect", "tls", "sent", "first_byte", "total"];

/** ms from the start of the attempt. */
interface Span {
  phase: Phase;
  from: number;
  to: number;
}

/** Each phase starts at the end of the previous one. A failure before the response counts as part of the next phase. */
export function spansOf(phases: Phases): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const phase of PHASES) {
    const end = phases[phase];
    if (end === null) continue;
    const to = Math.max(end, from);
    if (phase === "total" && phases.first_byte === null) spans.push({ phase: brokenPhase(phases), from, to });
    else spans.push({ phase, from, to });
    from = to;
  }
  return spans;
}

function brokenPhase({ dns, connect, sent }: Phases): Phase {
  if (sent !== null) return "first_byte";
  if (connect !== null) return "sent";
  return dns === null ? "dns" : "connect";
}

/** "38 ms", "1.4 s", "3 min 20 s". */
export function durationWords(ms: number): string {
  const { milliseconds, seconds, minutes } = messages.words;
  if (ms < 1_000) return milliseconds(Math.round(ms));
  if (ms < 60_000) return seconds((ms / 1_000).toLocaleString(locale, ONE_DECIMAL));
  return minutes(Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1_000));
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Local time for `datetime-local`, to the minute. */
export function forInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON, with numbers and key order as sent and escapes decoded. Other text is unchanged. */
export function formatJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let out = "";
  let depth = 0;
  let last = "";
  const newLine = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === "}" || token === "]";
    const isEmpty = closes && (last === "{" || last === "[");
    if (closes) depth -= 1;
    if ((closes && !isEmpty) || (!closes && (last === "{" || last === "[")) || last === ",") out += newLine();
    if (token === "{" || token === "[") depth += 1;
    out += token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
    if (token === ":") out += " ";
    last = token;
  }
  return out;
}
