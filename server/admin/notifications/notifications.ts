/**
 * Notifications to admins by mail and webhook. Events within two seconds are combined, so that an outage of many sites
 * is one message. A cause is sent at most once an hour, with its count. Quiet hours delay it. Messages are queued in a
 * table and sent in order. A failed message is retried five times within two hours.
 */
import type { Page } from "../../contracts/console-api.ts";
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationRow,
  NotificationTest,
  WebhookMessage,
} from "../../contracts/notifications-api.ts";
import { sentence, storedSentence, toStored, withSentence } from "../../contracts/sentences/index.ts";
import type { Settings } from "../../contracts/settings-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";
import { createChannels } from "./channels.ts";
import { type Cause, type CauseEvent, type CauseFacts, messageOf, testMessage, titleOf } from "./message.ts";
import { type Sent, sendMail, sendWebhook } from "./senders.ts";
import { createWatch, type Notice, type WatchedServices } from "./watch.ts";

const HOUR_MS = 3_600_000;
const GATHER_MS = 2_000;
/** ms until the next attempt, by the number of previous attempts. After the last one, the message has failed. */
const RETRY_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000];
const CHANNELS: readonly NotificationChannel[] = ["mail", "webhook"];
const MAX_KEPT = 500;
/** Above this number, the least recently notified causes are deleted. */
const MAX_CAUSES = 10_000;

interface Queued {
  id: number;
  attempts: number;
  title: string;
  /** JSON of a `WebhookMessage`. */
  message: string;
}

type Listed = Pick<NotificationRow, "channel" | "event" | "title" | "state" | "attempts"> & {
  id: number;
  created_at: number;
  next_attempt_at: number | null;
  /** JSON of a `WebhookMessage`. */
  message: string;
  /** A stored sentence. */
  error: string;
};

const titleSentenceOf = ({ event, items, more }: WebhookMessage) =>
  titleOf(event, items.length + more, items[0]?.subject ?? "");

export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications(
  needed: Pick<Services, "database" | "settings" | "audit" | "secretBox" | "outgoing"> &
    WatchedServices & { consoleUrl: () => string },
) {
  const { database, runtime, settings, audit, outgoing, consoleUrl } = needed;
  const { clock, log } = runtime;
  const { run, row, rows, value } = statements(database);
  const addCause = run<[CauseEvent, string, number, string]>(
    `INSERT INTO notification_causes (event, subject, told_at, untold, facts) VALUES (?, ?, NULL, ?, ?)
     ON CONFLICT (event, subject) DO UPDATE SET untold = untold + excluded.untold, facts = excluded.facts`,
  );
  const cancelCause = run<[CauseEvent, string]>(
    "UPDATE notification_causes SET untold = 0 WHERE event = ? AND subject = ? AND untold > 0",
  );
  const pending = rows<[notifiedBefore: number], Omit<Cause, "facts"> & { facts: string }>(
    `SELECT event, subject, told_at AS notifiedAt, untold AS pending, facts FROM notification_causes
     WHERE untold > 0 AND (told_at IS NULL OR told_at <= ?) ORDER BY event, untold DESC, subject`,
  );
  const notified = run<[number, CauseEvent, string]>(
    "UPDATE notification_causes SET told_at = ?, untold = 0 WHERE event = ? AND subject = ?",
  );
  const forgetCauses = run<[]>(
    `DELETE FROM notification_causes WHERE (event, subject) IN
       (SELECT event, subject FROM notification_causes WHERE untold = 0 ORDER BY told_at DESC LIMIT -1 OFFSET ${MAX_CAUSES})`,
  );
  const queue = value<[NotificationChannel, NotificationEvent, number, string, string, number], number>(
    `INSERT INTO notifications (channel, event, created_at, title, message, state, next_attempt_at)
     VALUES (?, ?, ?, ?, ?, 'waiting', ?) RETURNING id`,
  );
  const forget = run<[number]>("DELETE FROM notifications WHERE id <= ? AND state <> 'waiting'");
  const forgetWaiting = run<[number]>("DELETE FROM notifications WHERE id <= ?");
  const due = row<[NotificationChannel, number], Queued>(
    `SELECT id, attempts, title, message FROM notifications WHERE channel = ? AND state = 'waiting' AND next_attempt_at <= +?
     ORDER BY next_attempt_at, id LIMIT 1`,
  );
  const finish = run<[NotificationRow["state"], number | null, string, number | null, number]>(
    `UPDATE notifications SET state = ?, attempts = attempts + 1, next_attempt_at = ?, error = ?, finished_at = ?
     WHERE id = ?`,
  );
  const before = rows<[number, number], Listed>(
    `SELECT id, channel, event, created_at, title, message, state, attempts, next_attempt_at, error FROM notifications
     WHERE id < +? ORDER BY id DESC LIMIT +?`,
  );
  const channels = createChannels(needed);
  const closing = new AbortController();
  /** Events that are not in the table yet: event → subject → count and newest facts. */
  const gathered = new Map<CauseEvent, Map<string, { count: number; facts: CauseFacts }>>();
  const sending = new Map<NotificationChannel, Promise<void>>();
  const followers = new Set<Notice>();
  let cancelFlush: (() => void) | null = null;

  const observe = (event: CauseEvent, subject: string, facts: CauseFacts) => {
    const subjects = gathered.get(event) ?? new Map();
    gathered.set(event, subjects);
    subjects.set(subject, { count: (subjects.get(subject)?.count ?? 0) + 1, facts });
    cancelFlush ??= clock.after(GATHER_MS, flush);
  };
  const cancelPending = (event: CauseEvent, subject: string): boolean => {
    const wasGathered = gathered.get(event)?.delete(subject) ?? false;
    return cancelCause(event, subject) > 0 || wasGathered;
  };

  /** Queues a message and deletes the oldest above the limit. */
  const add = (channel: NotificationChannel, message: WebhookMessage, at: number) => {
    const id = queue(channel, message.event, at, message.title, JSON.stringify(message), at) ?? 0;
    forget(id - MAX_KEPT);
    forgetWaiting(id - 2 * MAX_KEPT);
    forgetCauses();
  };

  /** Stores the gathered events, and queues messages for causes that were not sent in the last hour. */
  const flush = () => {
    cancelFlush?.();
    cancelFlush = null;
    try {
      const enabled = channels.enabled();
      database.transaction(() => {
        for (const [event, subjects] of gathered)
          for (const [subject, { count, facts }] of subjects) addCause(event, subject, count, JSON.stringify(facts));
        const now = clock.now();
        const isQuiet = isQuietAt(settings.get().quiet_hours, now);
        const causes = pending(now - HOUR_MS).map((cause): Cause => ({ ...cause, facts: JSON.parse(cause.facts) }));
        const reported = causes.filter(({ event }) => !isQuiet || URGENT.has(event));
        for (const [event, ofEvent] of Map.groupBy(reported, (cause) => cause.event)) {
          const message = messageOf(event, ofEvent, consoleUrl(), now);
          for (const channel of enabled) add(channel, message, now);
          for (const { subject } of ofEvent) notified(now, event, subject);
        }
      })();
      gathered.clear();
    } catch (error) {
      // The disk may be full. The gathered events are kept for the next attempt.
      log.error("Notifications could not be stored.", error);
    }
    for (const channel of CHANNELS) pump(channel);
  };

  const send = (channel: NotificationChannel, message: Parameters<typeof sendWebhook>[1]): Promise<Sent> => {
    const mail = channel === "mail" ? channels.mail() : null;
    if (mail !== null) return sendMail(mail, message, outgoing.resolve, closing.signal);
    const webhook = channel === "webhook" ? channels.webhook() : null;
    if (webhook !== null) return sendWebhook(webhook, message, outgoing, closing.signal);
    return Promise.resolve({ sent: false, reason: sentence("admin.not_set_up") });
  };
  const sendDue = async (channel: NotificationChannel) => {
    for (let next = nextOf(channel); next !== null; next = nextOf(channel)) {
      const { id, attempts, message, title } = next;
      const { sent, reason } = await send(channel, JSON.parse(message));
      if (closing.signal.aborted) return;
      const now = clock.now();
      if (sent) {
        finish("sent", null, "", now, id);
        continue;
      }
      const wait = RETRY_MS[attempts];
      if (wait === undefined) {
        finish("failed", null, toStored(reason), now, id);
        log.warn(`A notification by ${channel} failed ("${title}"). ${reason.detail}`);
      } else {
        finish("waiting", now + wait, toStored(reason), null, id);
        clock.after(wait, () => pump(channel));
      }
    }
  };
  const nextOf = (channel: NotificationChannel) =>
    closing.signal.aborted || !channels.enabled().includes(channel) ? null : due(channel, clock.now());
  const pump = (channel: NotificationChannel) => {
    if (closing.signal.aborted || sending.has(channel)) return;
    const done = sendDue(channel)
      .catch((error) => log.error(`Notifications by ${channel} could not be sent.`, error))
      .finally(() => sending.delete(channel));
    sending.set(channel, done);
  };

  const watch = createWatch(needed, {
    observe,
    notice: (...what) => {
      for (const follower of followers) follower(...what);
    },
    cancelPending,
    onTick: flush,
  });

  return {
    view: channels.view,
    setMail: channels.setMail,
    setWebhook: channels.setWebhook,
    remove: channels.remove,
    secrets: channels.secrets,
    /** Sends a test message now. @throws AppError conflict if the channel is not set up */
    async test(channel: NotificationChannel): Promise<NotificationTest> {
      if ((channel === "mail" ? channels.mail() : channels.webhook()) === null)
        throw new AppError("conflict", sentence("admin.not_saved"));
      const { sent, reason } = await send(channel, testMessage(consoleUrl(), clock.now()));
      audit.record("test notification", channel, { sent });
      return { sent, ...withSentence("sentence", reason) };
    },
    /** Newest first. */
    page(cursor: string | null): Page<NotificationRow> {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      const { items, next_cursor } = pageOf(before(below, PAGE_SIZE + 1), ({ id }) => [id]);
      return { items: items.map(rowOf), next_cursor };
    },
    /** Calls the follower with each notice, even if it is not sent. Returns a function that unsubscribes. */
    follow(follower: Notice): () => void {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    start: watch.start,
    /** Stores the gathered events. A message that is being sent is aborted and sent after the next start. */
    async close(): Promise<void> {
      watch.close();
      if (gathered.size > 0) flush();
      closing.abort();
      await Promise.all(sending.values());
    },
  };
}

function rowOf({ id, created_at, next_attempt_at, message, error, ...rest }: Listed): NotificationRow {
  return {
    ...rest,
    id: String(id),
    at: isoTime(created_at),
    title_sentence: titleSentenceOf(JSON.parse(message)),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
    ...withSentence("error", storedSentence(error)),
  };
}

/** Sent even in quiet hours: Galley cannot save, or has no backup. */
const URGENT: ReadonlySet<CauseEvent> = new Set(["disk_nearly_full", "replica_fenced", "backup_failed"]);

/** Quiet hours, in the local time of the machine, delay most notifications. @param at ms since the epoch */
function isQuietAt(hours: Settings["quiet_hours"], at: number): boolean {
  if (hours === null) return false;
  const { from, to } = hours;
  const now = new Date(at).toTimeString().slice(0, "HH:MM".length);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
