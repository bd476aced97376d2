/** What notifications say. Pure. */
import type { WebhookMessage } from "../../contracts/notifications-api.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Cause, CauseEvent, CauseFacts } from "./notification-store.ts";

/** Sites, say, that one message names. */
const MAX_ITEMS = 10;
const MINUTE_MS = 60_000;

const HEADS: Record<CauseEvent, (subjects: number) => string> = {
  delivery_exhausted: (n) => (n === 1 ? "Deliveries given up" : `Deliveries given up at ${n} sites`),
  site_failing: (n) => (n === 1 ? "A site does not take its articles" : `${n} sites do not take their articles`),
  site_recovered: (n) => (n === 1 ? "A site takes its articles again" : `${n} sites take their articles again`),
  archive_not_downloaded: (n) => (n === 1 ? "Versions not downloaded" : `Versions not downloaded by ${n} sites`),
  archive_downloaded: (n) => (n === 1 ? "Versions downloaded" : `Versions downloaded by ${n} sites`),
  disk_nearly_full: () => "The disk is nearly full",
  backup_failed: () => "A backup failed",
};

const SENTENCES: Record<CauseEvent, (cause: Cause, now: number) => string> = {
  delivery_exhausted({ subject, untold, toldAt, facts }) {
    const how = toldAt === null ? `${untold}` : `${untold} more`;
    const what = `${how} ${untold === 1 ? "delivery was" : "deliveries were"} given up`;
    return `${subject}: ${what} after ${facts.attempts ?? "all"} attempts; the newest is ${facts.material ?? "unknown"} of ${projectOf(facts)}${reasonOf(facts)}. They stay in the log and can be sent again by hand.`;
  },
  site_failing: ({ subject, facts }, now) =>
    `${subject} (${projectOf(facts)}) has taken nothing for ${spell(now - Number(facts.since ?? now))}${reasonOf(facts)}. Nothing is lost: articles wait and are tried again.`,
  site_recovered: ({ subject, facts }) =>
    `${subject} (${projectOf(facts)}) answers again, after ${spell(Number(facts.lasted ?? 0))}.`,
  archive_not_downloaded({ subject, facts }) {
    const what =
      facts.count === 1 ? "1 version without downloading it" : `${facts.count} versions without downloading them`;
    return `${subject} (${projectOf(facts)}): confirmed ${what}; the newest is ${facts.material ?? "unknown"}. The site cannot have what it did not download. Check its receiver, then resend.`;
  },
  archive_downloaded: ({ subject, facts }) =>
    `${subject} (${projectOf(facts)}): no confirmed version waits for its download any more.`,
  disk_nearly_full: ({ facts }) =>
    `Only ${megabytes(Number(facts.free ?? 0))} are free on the disk of ${facts.folder ?? "the data folder"}. Below 32 MB nothing can be saved any more.`,
  backup_failed: ({ untold, facts }) =>
    `${untold === 1 ? "A backup" : `${untold} backups`} could not be made: ${facts.reason ?? "the log says why."}`,
};

/** One message about all causes of one event, the one that happened most first. */
export function messageOf(event: CauseEvent, causes: Cause[], consoleUrl: string, now: number): WebhookMessage {
  const items = causes
    .slice(0, MAX_ITEMS)
    .map((cause) => ({ subject: cause.subject, text: SENTENCES[event](cause, now), count: cause.untold }));
  const more = causes.length - items.length;
  const head = HEADS[event](causes.length);
  const title = causes.length === 1 && isSite(event) ? `${head}: ${causes[0]?.subject ?? ""}` : head;
  const lines = [...items.map(({ text }) => text), ...(more === 0 ? [] : [`And ${more} more.`])];
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
  const title = "This is a test";
  const text = `${title}\n\nGalley can send messages this way. It writes when deliveries are given up, when a site does not answer and when it answers again, when a site confirms what it did not download, when the disk is nearly full, and when a backup fails.`;
  return { event: "test", title, text, at: isoTime(now), items: [], more: 0, console_url: consoleUrl };
}

const isSite = (event: CauseEvent) => event !== "disk_nearly_full" && event !== "backup_failed";

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

const megabytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;
