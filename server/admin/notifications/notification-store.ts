import type { Page } from "../../contracts/console-api.ts";
import type { NotificationChannel, NotificationEvent, WebhookMessage } from "../../contracts/notifications-api.ts";
import type { Database } from "../../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";

const MAX_KEPT = 500;
/** Above this number, the least recently notified causes are deleted. */
const MAX_CAUSES = 10_000;

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

export interface Condition {
  name: string;
  since: number;
  notifiedAt: number | null;
  facts: CauseFacts;
}

export interface Notification {
  id: number;
  channel: NotificationChannel;
  event: NotificationEvent;
  createdAt: number;
  title: string;
  message: WebhookMessage;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  nextAttemptAt: number | null;
  error: string;
}

type Stored<T, Column extends keyof T> = Omit<T, Column> & Record<Column, string>;

export type NotificationStore = ReturnType<typeof createNotificationStore>;

export function createNotificationStore(database: Database) {
  const channel = database.prepare<[NotificationChannel], { enabled: number; settings: string; sealed: Buffer }>(
    "SELECT enabled, settings, sealed FROM notification_channels WHERE channel = ?",
  );
  const putChannel = database.prepare<[NotificationChannel, number, string, Buffer]>(
    "INSERT OR REPLACE INTO notification_channels (channel, enabled, settings, sealed) VALUES (?, ?, ?, ?)",
  );
  const removeChannel = database.prepare<[NotificationChannel]>("DELETE FROM notification_channels WHERE channel = ?");
  const dropWaiting = database.prepare<[NotificationChannel]>(
    "DELETE FROM notifications WHERE channel = ? AND state = 'waiting'",
  );
  const conditions = database.prepare<[], Stored<Condition, "facts">>(
    "SELECT name, since, told_at AS notifiedAt, facts FROM notification_conditions",
  );
  const putCondition = database.prepare<[string, number, number | null, string]>(
    "INSERT OR REPLACE INTO notification_conditions (name, since, told_at, facts) VALUES (?, ?, ?, ?)",
  );
  const removeCondition = database.prepare<[string]>("DELETE FROM notification_conditions WHERE name = ?");
  const addCause = database.prepare<[string, string, number, string]>(
    `INSERT INTO notification_causes (event, subject, told_at, untold, facts) VALUES (?, ?, NULL, ?, ?)
     ON CONFLICT (event, subject) DO UPDATE SET untold = untold + excluded.untold, facts = excluded.facts`,
  );
  const cancelPending = database.prepare<[string, string]>(
    "UPDATE notification_causes SET untold = 0 WHERE event = ? AND subject = ? AND untold > 0",
  );
  const pending = database.prepare<[number], Stored<Cause, "facts">>(
    `SELECT event, subject, told_at AS notifiedAt, untold AS pending, facts FROM notification_causes
     WHERE untold > 0 AND (told_at IS NULL OR told_at <= ?) ORDER BY event, untold DESC, subject`,
  );
  const notified = database.prepare<[number, string, string]>(
    "UPDATE notification_causes SET told_at = ?, untold = 0 WHERE event = ? AND subject = ?",
  );
  const forgetCauses = database.prepare(
    `DELETE FROM notification_causes WHERE (event, subject) IN
       (SELECT event, subject FROM notification_causes WHERE untold = 0 ORDER BY told_at DESC LIMIT -1 OFFSET ${MAX_CAUSES})`,
  );
  const insert = database.prepare<[NotificationChannel, NotificationEvent, number, string, string, number]>(
    `INSERT INTO notifications (channel, event, created_at, title, message, state, next_attempt_at)
     VALUES (?, ?, ?, ?, ?, 'waiting', ?)`,
  );
  const forget = database.prepare<[number]>("DELETE FROM notifications WHERE id <= ? AND state <> 'waiting'");
  const forgetWaiting = database.prepare<[number]>("DELETE FROM notifications WHERE id <= ?");
  const columns =
    "id, channel, event, created_at AS createdAt, title, message, state, attempts, next_attempt_at AS nextAttemptAt, error";
  const due = database.prepare<[NotificationChannel, number], Stored<Notification, "message">>(
    `SELECT ${columns} FROM notifications WHERE channel = ? AND state = 'waiting' AND next_attempt_at <= +?
     ORDER BY next_attempt_at, id LIMIT 1`,
  );
  const finish = database.prepare<[Notification["state"], number | null, string, number | null, number]>(
    `UPDATE notifications SET state = ?, attempts = attempts + 1, next_attempt_at = ?, error = ?, finished_at = ?
     WHERE id = ?`,
  );
  const before = database.prepare<[number, number], Stored<Notification, "message">>(
    `SELECT ${columns} FROM notifications WHERE id < +? ORDER BY id DESC LIMIT +?`,
  );

  return {
    atOnce: <T>(work: () => T): T => database.transaction(work)(),
    channel(name: NotificationChannel): { enabled: boolean; settings: unknown; sealed: Buffer } | null {
      const row = channel.get(name);
      return row === undefined
        ? null
        : { enabled: row.enabled === 1, settings: JSON.parse(row.settings), sealed: row.sealed };
    },
    putChannel: (name: NotificationChannel, enabled: boolean, settings: object, sealed: Buffer): void =>
      void putChannel.run(name, enabled ? 1 : 0, JSON.stringify(settings), sealed),
    removeChannel(name: NotificationChannel): void {
      removeChannel.run(name);
      dropWaiting.run(name);
    },

    conditions: (): Condition[] => conditions.all().map((row) => ({ ...row, facts: JSON.parse(row.facts) })),
    putCondition: ({ name, since, notifiedAt, facts }: Condition): void =>
      void putCondition.run(name, since, notifiedAt, JSON.stringify(facts)),
    removeCondition: (name: string): void => void removeCondition.run(name),

    addCause: (event: CauseEvent, subject: string, count: number, facts: CauseFacts): void =>
      void addCause.run(event, subject, count, JSON.stringify(facts)),
    /** Cancels a pending notification. @returns whether there was one */
    cancelPending: (event: CauseEvent, subject: string): boolean => cancelPending.run(event, subject).changes > 0,
    /** Causes with a pending notification, except those notified after `since`. */
    pending: (since: number): Cause[] => pending.all(since).map((row) => ({ ...row, facts: JSON.parse(row.facts) })),
    notified: (event: CauseEvent, subject: string, at: number): void => void notified.run(at, event, subject),

    /** Queues a message and deletes the oldest above the limit. */
    add(name: NotificationChannel, message: WebhookMessage, at: number): void {
      const { lastInsertRowid } = insert.run(name, message.event, at, message.title, JSON.stringify(message), at);
      forget.run(Number(lastInsertRowid) - MAX_KEPT);
      forgetWaiting.run(Number(lastInsertRowid) - 2 * MAX_KEPT);
      forgetCauses.run();
    },
    due(name: NotificationChannel, now: number): Notification | null {
      const row = due.get(name, now);
      return row === undefined ? null : notificationOf(row);
    },
    sent: (id: number, at: number): void => void finish.run("sent", null, "", at, id),
    failed: (id: number, error: string, nextAt: number | null, at: number): void =>
      void finish.run(nextAt === null ? "failed" : "waiting", nextAt, error, nextAt === null ? at : null, id),
    page(cursor: string | null): Page<Notification> {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      return pageOf(before.all(below, PAGE_SIZE + 1).map(notificationOf), ({ id }) => [id]);
    },
  };
}

const notificationOf = (row: Stored<Notification, "message">): Notification => ({
  ...row,
  message: JSON.parse(row.message),
});
