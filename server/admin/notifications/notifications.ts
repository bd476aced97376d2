/**
 * Notifications to admins by mail and webhook. Events within two seconds are combined, so that an outage of many sites
 * is one message. A cause is sent at most once an hour, with its count. Quiet hours delay it. Messages are queued in a
 * table and sent in order. A failed message is retried five times within two hours.
 */
import type { Page } from "../../contracts/console-api.ts";
import type {
  NotificationChannel,
  NotificationRow,
  NotificationTest,
  WebhookMessage,
} from "../../contracts/notifications-api.ts";
import { sentence, storedSentence, toStored, withSentence } from "../../contracts/sentences/index.ts";
import type { Settings } from "../../contracts/settings-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { createSiteAlerts, createUnfetchedSites } from "../../deliveries/monitoring.ts";
import type { Services } from "../../services.ts";
import { createChannels } from "./channels.ts";
import { messageOf, testMessage, titleOf } from "./message.ts";
import { type CauseEvent, type CauseFacts, createNotificationStore } from "./notification-store.ts";
import { type Sent, sendMail, sendWebhook } from "./senders.ts";
import { createWatch, type Notice, type WatchedServices } from "./watch.ts";

const HOUR_MS = 3_600_000;
const GATHER_MS = 2_000;
/** ms until the next attempt, by the number of previous attempts. After the last one, the message has failed. */
const RETRY_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000];
const CHANNELS: readonly NotificationChannel[] = ["mail", "webhook"];

const titleSentenceOf = ({ event, items, more }: WebhookMessage) =>
  titleOf(event, items.length + more, items[0]?.subject ?? "");

export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications(
  needed: Pick<Services, "database" | "settings" | "audit" | "secretBox" | "outgoing"> &
    WatchedServices & { consoleUrl: () => string },
) {
  const { database, runtime, settings, audit, secretBox, outgoing, consoleUrl } = needed;
  const { clock, log } = runtime;
  const store = createNotificationStore(database);
  const channels = createChannels({ store, secretBox, audit });
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
    return store.cancelPending(event, subject) || wasGathered;
  };

  /** Stores the gathered events, and queues messages for causes that were not sent in the last hour. */
  const flush = () => {
    cancelFlush?.();
    cancelFlush = null;
    try {
      const enabled = channels.enabled();
      store.atOnce(() => {
        for (const [event, subjects] of gathered)
          for (const [subject, { count, facts }] of subjects) store.addCause(event, subject, count, facts);
        const now = clock.now();
        const isQuiet = isQuietAt(settings.get().quiet_hours, now);
        const due = store.pending(now - HOUR_MS).filter(({ event }) => !isQuiet || URGENT.has(event));
        const byEvent = Map.groupBy(due, ({ event }) => event);
        for (const [event, causes] of byEvent) {
          const message = messageOf(event, causes, consoleUrl(), now);
          for (const channel of enabled) store.add(channel, message, now);
          for (const { subject } of causes) store.notified(event, subject, now);
        }
      });
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
      const { sent, reason } = await send(channel, message);
      if (closing.signal.aborted) return;
      const now = clock.now();
      if (sent) {
        store.sent(id, now);
        continue;
      }
      const wait = RETRY_MS[attempts];
      store.failed(id, toStored(reason), wait === undefined ? null : now + wait, now);
      if (wait === undefined) log.warn(`A notification by ${channel} failed ("${title}"). ${reason.detail}`);
      else clock.after(wait, () => pump(channel));
    }
  };
  const nextOf = (channel: NotificationChannel) =>
    closing.signal.aborted || !channels.enabled().includes(channel) ? null : store.due(channel, clock.now());
  const pump = (channel: NotificationChannel) => {
    if (closing.signal.aborted || sending.has(channel)) return;
    const done = sendDue(channel)
      .catch((error) => log.error(`Notifications by ${channel} could not be sent.`, error))
      .finally(() => sending.delete(channel));
    sending.set(channel, done);
  };

  const watch = createWatch({
    ...needed,
    store,
    siteAlerts: createSiteAlerts(database),
    unfetched: createUnfetchedSites(database),
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
      const page = store.page(cursor);
      const items = page.items.map(
        (each): NotificationRow => ({
          id: String(each.id),
          channel: each.channel,
          event: each.event,
          at: isoTime(each.createdAt),
          title: each.title,
          title_sentence: titleSentenceOf(each.message),
          state: each.state,
          attempts: each.attempts,
          next_attempt_at: each.nextAttemptAt === null ? null : isoTime(each.nextAttemptAt),
          ...withSentence("error", storedSentence(each.error)),
        }),
      );
      return { ...page, items };
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

/** Sent even in quiet hours: Galley cannot save, or has no backup. */
const URGENT: ReadonlySet<CauseEvent> = new Set(["disk_nearly_full", "replica_fenced", "backup_failed"]);

/** Quiet hours, in the local time of the machine, delay most notifications. @param at ms since the epoch */
function isQuietAt(hours: Settings["quiet_hours"], at: number): boolean {
  if (hours === null) return false;
  const { from, to } = hours;
  const now = new Date(at).toTimeString().slice(0, "HH:MM".length);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
