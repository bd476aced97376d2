import { archiveWarning } from "../../../server/contracts/delivery-states.ts";
import type { DeliveryView, VersionDelivery, VersionView } from "../../../server/contracts/editor-api.ts";
import { localized } from "../../shared/language.ts";
import { messages, sizeInWords } from "../messages/index.ts";

type Tone = "quiet" | "good" | "busy" | "waiting" | "bad";

export interface StatusLine {
  tone: Tone;
  text: string;
  /** The time in the text as ISO 8601, shown on hover. */
  at?: string;
}

interface SiteLine extends StatusLine {
  steps: string[];
  /** What happened and what to do; may be "". */
  explanation: string;
  /** ISO 8601 time of the next attempt; null if there is none. */
  nextAttemptAt: string | null;
}

export function siteLine(version: VersionView, site: string): SiteLine | null {
  const { delivery } = version;
  if (delivery === null) return null;
  const t = messages.status.site;
  const why = localized(delivery.explanation, delivery.explanation_sentence);
  const line = (tone: Tone, text: string, explanation = ""): SiteLine => ({
    tone,
    text,
    steps: stepsOf(delivery),
    explanation,
    nextAttemptAt: delivery.state === "pending" ? delivery.next_attempt_at : null,
  });
  switch (delivery.state) {
    case "pending":
      if (delivery.attempts === 0) return line("busy", t.queued(site));
      return line("waiting", t.notYet(site), why);
    case "sending":
      return line("busy", delivery.downloaded_bytes === null ? t.sent(site) : t.waitingForResponse);
    case "delivered": {
      const warning = archiveWarning(delivery.warnings);
      if (warning !== null) return line("waiting", t.unfetched[warning], why);
      return line(
        "good",
        t.accepted(version.number, secondsOf(version, delivery)),
        delivery.warnings.length > 0 ? why : "",
      );
    }
    case "rejected":
      return line("bad", delivery.site_message ? t.rejected(delivery.site_message) : t.rejectedSilently, why);
    case "failed":
    case "exhausted":
      return line("bad", t.failed(site, version.number), why);
    case "superseded":
      return line("quiet", t.superseded(version.number));
    case "held":
      return line("waiting", t.held, why);
  }
}

/** The completed steps of a delivery: sent, archive downloaded. */
function stepsOf({ state, attempts, downloaded_bytes }: VersionDelivery): string[] {
  const t = messages.deliveryTimeline;
  if (state === "superseded" || state === "held" || (state === "pending" && attempts === 0)) return [];
  const downloads = downloaded_bytes === null ? [] : [t.downloaded(sizeInWords(downloaded_bytes))];
  return state === "delivered" || (state === "sending" && downloads.length === 0) ? downloads : [t.sent, ...downloads];
}

/** Seconds from the save to the response, such as "1.8"; null if not within a minute. */
function secondsOf(version: VersionView, delivery: DeliveryView): string | null {
  if (delivery.finished_at === null) return null;
  const seconds = (Date.parse(delivery.finished_at) - Date.parse(version.created_at)) / 1_000;
  return seconds >= 0 && seconds < 60 ? Math.max(seconds, 0.1).toFixed(1) : null;
}
