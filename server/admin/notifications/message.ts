import type { NotificationEvent, WebhookMessage } from "../../contracts/notifications-api.ts";
import { type Sentence, sentence } from "../../contracts/sentences/index.ts";
import { isoTime } from "../../core/runtime.ts";
import { formatBytes } from "../../storage/blobs.ts";

export type CauseEvent = Exclude<NotificationEvent, "test">;

export type CauseFacts = Record<string, string | number | null>;

export interface Cause {
  event: CauseEvent;
  subject: string;
  /** Time of the last notification, ms; null: never. */
  notifiedAt: number | null;
  /** Occurrences since the last notification. */
  pending: number;
  facts: CauseFacts;
}

const MAX_ITEMS = 10;
const MINUTE_MS = 60_000;

const SITE_TITLES = {
  delivery_exhausted: "exhausted",
  site_failing: "failing",
  site_recovered: "recovered",
  archive_not_downloaded: "not_downloaded",
  archive_downloaded: "downloaded",
} as const;

/** The host of a site; otherwise, and for causes of earlier versions, the subject. */
const nameOf = ({ subject, facts }: Pick<Cause, "subject" | "facts">) => String(facts.host ?? subject);

const isOfSite = (event: NotificationEvent): event is keyof typeof SITE_TITLES => event in SITE_TITLES;

/** The title of a message about one or more sites, disks or backups. @param subjects their number */
export function titleOf(event: NotificationEvent, subjects: number, subject: string): Sentence {
  if (!isOfSite(event)) return sentence(`admin.${event}`);
  const key = SITE_TITLES[event];
  return subjects === 1
    ? sentence(`admin.${key}_at`, { host: subject })
    : sentence(`admin.${key}`, { count: subjects });
}

const SENTENCES: Record<CauseEvent, (cause: Cause, now: number) => string> = {
  delivery_exhausted(cause) {
    const { pending, notifiedAt, facts } = cause;
    const number = notifiedAt === null ? `${pending}` : `${pending} more`;
    const exhausted = `${number} ${pending === 1 ? "delivery is" : "deliveries are"} exhausted`;
    return `${nameOf(cause)}: ${exhausted} after ${facts.attempts ?? "all"} attempts. The newest is ${facts.article ?? facts.material ?? "unknown"} of ${projectOf(facts)}${reasonOf(facts)}. Fix the cause, then resend them in the delivery log.`;
  },
  site_failing: (cause, now) =>
    `${siteOf(cause)} has not accepted any article for ${spell(now - Number(cause.facts.since ?? now))}${reasonOf(cause.facts)}. Galley keeps the articles and retries.`,
  site_recovered: (cause) => `${siteOf(cause)} responds again, after ${spell(Number(cause.facts.lasted ?? 0))}.`,
  archive_not_downloaded(cause) {
    const { count, material } = cause.facts;
    const confirmed = count === 1 ? "1 version without downloading it" : `${count} versions without downloading them`;
    return `${siteOf(cause)} confirmed ${confirmed}. The newest is ${material ?? "unknown"}. The site cannot have stored ${count === 1 ? "it" : "them"}. Check its receiver, then resend.`;
  },
  archive_downloaded: (cause) => `${siteOf(cause)} has now downloaded all confirmed versions.`,
  disk_nearly_full: ({ facts }) =>
    `Only ${formatBytes(Number(facts.free ?? 0))} are free on the disk of ${facts.folder ?? "the data folder"}. Free some space: below 32 MB, Galley cannot save anything.`,
  backup_failed: ({ pending, facts }) =>
    `${pending === 1 ? "A backup" : `${pending} backups`} failed: ${facts.reason ?? "the log says why."}`,
  replica_failing: ({ facts }) => `${facts.reason} Galley keeps running.`,
  replica_recovered: ({ facts }) => `The replica is up to date again, after ${spell(Number(facts.lasted ?? 0))}.`,
  replica_fenced: ({ facts }) => String(facts.reason),
  replica_drill_failed: ({ facts }) => `${facts.reason} Do not rely on the replica until a drill passes.`,
};

/** One message about all causes of an event, most frequent first. */
export function messageOf(event: CauseEvent, causes: Cause[], consoleUrl: string, now: number): WebhookMessage {
  const items = causes.slice(0, MAX_ITEMS).map((cause) => ({
    subject: nameOf(cause),
    text: SENTENCES[event](cause, now),
    count: cause.pending,
    url: consoleUrl + pageOf(cause),
  }));
  const more = causes.length - items.length;
  const title = titleOf(event, causes.length, items[0]?.subject ?? "").detail;
  const lines = [...items.map(({ text, url }) => `${text}\n${url}`), ...(more === 0 ? [] : [`And ${more} more.`])];
  return {
    event,
    title,
    text: `${title}\n\n${lines.join("\n\n")}`,
    at: isoTime(now),
    items,
    more,
    console_url: consoleUrl,
  };
}

export function testMessage(consoleUrl: string, now: number): WebhookMessage {
  const title = titleOf("test", 0, "").detail;
  const text = `${title}\n\nGalley can send messages here. It reports exhausted deliveries, sites that stop or start accepting articles, versions that a site confirmed but did not download, a nearly full disk, failed backups, and problems of the replica.`;
  return { event: "test", title, text, at: isoTime(now), items: [], more: 0, console_url: consoleUrl };
}

function pageOf({ event, subject, pending, facts }: Cause): string {
  if (event === "delivery_exhausted" && pending === 1 && typeof facts.delivery === "string")
    return `/deliveries/${facts.delivery}`;
  if (isOfSite(event) && typeof facts.site === "number") return `/sites/${facts.site}`;
  if (isOfSite(event)) return `/deliveries?host=${encodeURIComponent(subject)}`;
  if (event === "backup_failed") return "/settings/backups";
  return event.startsWith("replica_") ? "/settings/replication" : "/";
}

const siteOf = (cause: Cause) => `${nameOf(cause)} (${projectOf(cause.facts)})`;
const projectOf = ({ project }: CauseFacts) => String(project ?? "a project");

function reasonOf({ code, status }: CauseFacts): string {
  if (code === null || code === undefined) return "";
  return code === "http_status" ? ` (status ${status})` : ` (${String(code).replaceAll("_", " ")})`;
}

function spell(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
