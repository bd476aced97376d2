/** How the console speaks of what the appliance stores: a newsroom's words for its states, codes and sizes. */
import type {
  AttemptView,
  AttentionRow,
  DeliveryDetail,
  DeliveryRow,
  Environment,
  Overview,
} from "../../../server/contracts/console-api.ts";
import type { DeliveryView } from "../../../server/contracts/editor-api.ts";

export type DeliveryState = DeliveryView["state"];

/** One word or two, for lists and filters. */
export const STATE_WORDS: Record<DeliveryState, string> = {
  pending: "Waiting",
  sending: "On its way",
  delivered: "Taken",
  rejected: "Refused",
  failed: "Not usable",
  exhausted: "Given up",
  superseded: "Overtaken",
  held: "Held",
};

export const DELIVERY_STATES = Object.keys(STATE_WORDS) as DeliveryState[];

/** Why an article needs attention: states of a delivery, and whether one that waits has failed before. */
export const ATTENTION_WORDS: Record<AttentionRow["state"], string> = {
  retrying: "Retrying",
  sending: "Retrying now",
  held: STATE_WORDS.held,
  rejected: STATE_WORDS.rejected,
  failed: STATE_WORDS.failed,
  exhausted: STATE_WORDS.exhausted,
};

/** Codes of failures in a few words, for rows. */
const CODE_WORDS: Partial<Record<NonNullable<DeliveryView["code"]>, string>> = {
  dns_not_found: "host not found",
  tls_untrusted: "certificate not trusted",
  tls_expired: "certificate expired",
  connect_timeout: "no connection in time",
  answer_timeout: "no answer in time",
  redirect_refused: "redirected elsewhere",
  protocol_error: "broken answer",
  not_json: "answer is not JSON",
  no_rc: "answer has no rc",
  rejected_by_site: "refused by the site",
  dummy_client_url: "answer names no public addresses",
  font_url_not_allowed: "font address not allowed",
};

/** "status 500", "host not found"; "" where nothing has been tried. */
export function reasonWords({ code, last_status }: Pick<AttentionRow, "code" | "last_status">): string {
  if (code === null) return "";
  return code === "http_status" ? `status ${last_status}` : (CODE_WORDS[code] ?? code.replaceAll("_", " "));
}

/** The number that needs attention, and why, in one sentence. */
export function attentionSentence({
  attention_count: { articles, fonts },
  deliveries,
}: Pick<Overview, "attention_count" | "deliveries">): string {
  if (articles + fonts === 0) return "Every article is with its site, or on its way there.";
  const parts = [
    articles === 0 ? "" : counted(articles, "article"),
    fonts === 0 ? "" : counted(fonts, "delivery of fonts", "deliveries of fonts"),
  ];
  const states = (["rejected", "failed", "exhausted", "retrying", "held"] as const)
    .filter((state) => deliveries[state] > 0)
    .map((state) => `${deliveries[state].toLocaleString()} ${ATTENTION_WORDS[state].toLowerCase()}`);
  const why = states.length === 0 ? "" : `: ${states.join(", ")}`;
  return `${parts.filter(Boolean).join(" and ")} ${articles + fonts === 1 ? "needs" : "need"} attention${why}.`;
}

/** States from which a delivery may be sent by hand. */
export const RETRY_STATES: DeliveryState[] = ["pending", "delivered", "rejected", "failed", "exhausted", "held"];

/** What is on its way: "version 7" or "the fonts". */
export function contentWords(delivery: Pick<DeliveryRow, "event" | "version_number">): string {
  return delivery.event === "site_fonts_updated" ? "the fonts" : `version ${delivery.version_number ?? "?"}`;
}

/** The state in one sentence. */
export function deliverySentence(delivery: DeliveryRow | DeliveryDetail): string {
  const content = contentWords(delivery);
  const Content = content.charAt(0).toUpperCase() + content.slice(1);
  const verb = delivery.event === "site_fonts_updated" ? "are" : "is";
  switch (delivery.state) {
    case "delivered":
      return `The site took ${content}`;
    case "sending":
      return `${Content} ${verb} on ${verb === "are" ? "their" : "its"} way to the site`;
    case "pending":
      return attemptCount(delivery) === 0
        ? `${Content} ${verb} about to go to the site`
        : `The site has not taken ${content} yet; Galley will try again`;
    case "rejected":
      return `The site refused ${content}`;
    case "failed":
      return `The site answered, but its answer to ${content} cannot be used`;
    case "exhausted":
      return `The site never took ${content}; Galley has stopped trying`;
    case "superseded":
      return `${Content} ${verb === "are" ? "were" : "was"} overtaken by ${verb === "are" ? "newer ones" : "a newer save"}`;
    case "held":
      return `${Content} ${verb} held back until you release deliveries`;
  }
}

function attemptCount(delivery: DeliveryRow | DeliveryDetail): number {
  return typeof delivery.attempts === "number" ? delivery.attempts : delivery.attempts.length;
}

export const REASON_WORDS: Record<AttemptView["reason"], string> = {
  saved: "after the save",
  retry: "tried again",
  manual: "sent by hand",
  restart: "after a restart",
  published: "fonts published",
};

export const ENVIRONMENT_WORDS: Record<Environment, string> = { dev: "Development", prod: "Production" };

export type Phases = AttemptView["phases"];

const PHASES: { key: keyof Phases; label: string }[] = [
  { key: "dns", label: "Finding the address" },
  { key: "connect", label: "Connecting" },
  { key: "tls", label: "Securing the line" },
  { key: "first_byte", label: "Waiting for the answer" },
  { key: "total", label: "Reading the answer" },
];

/** One phase, ms from the start of the attempt. */
export interface Span {
  label: string;
  from: number;
  to: number;
}

/** `phases` holds ends, counted from the start; each phase begins where the one before it ended. */
export function spansOf(phases: Phases): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { key, label } of PHASES) {
    const to = phases[key];
    if (to === null) continue;
    spans.push({ label, from, to: Math.max(to, from) });
    from = Math.max(to, from);
  }
  return spans;
}

/** "412 B", "3.4 kB", "12 MB": decimal units. */
export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** "38 ms", "1.4 s", "3 min 20 s". */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** "1 file", "3 files". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
