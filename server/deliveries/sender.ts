/**
 * Sends the deliveries: takes what is due, one of a session and four of an origin at a time, and makes the attempt. It
 * keeps no queue of its own: after a crash the table says what is still to be sent.
 */
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { SettingsStore } from "../storage/settings.ts";
import type { AttemptMaker } from "./attempt.ts";
import type { Delivery } from "./delivery-row.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Attempts under way to one origin. */
const MAX_PER_ORIGIN = 4;
/** The table is read at least this often, so that a clock that was set back or a machine that slept delays nothing for long. */
const MAX_WAIT_MS = 60_000;
/** Before deliveries that could not be begun, on a full disk above all, are tried again. */
const RETRY_MS = 5_000;
/** ms that beginning deliveries may hold up the event loop before other work comes in between. */
const MAX_BLOCKING_MS = 8;

interface UnderWay {
  delivery: Delivery;
  /** Null until its row is committed. */
  attemptId: number | null;
  /** When its answer must be there, ms since the epoch. */
  endsBy: number;
  stop: AbortController;
  suspend: AbortController;
  done: Promise<void>;
}

export type Sender = ReturnType<typeof createSender>;

export function createSender({
  runtime,
  events,
  settings,
  store,
  makeAttempt,
}: {
  runtime: Runtime;
  events: EventHub;
  settings: SettingsStore;
  store: DeliveryStore;
  makeAttempt: AttemptMaker;
}) {
  /** By delivery id. */
  const underWay = new Map<string, UnderWay>();
  /** Ids of deliveries that could not be begun; they are left out until every origin is looked at again. */
  const notBegun = new Set<string>();
  /** Whether the log has been told of the present failure. */
  let isLogged = false;
  let wakeIsDue = false;
  let state: "idle" | "working" | "closing" = "idle";
  let recovered = false;
  let cancelWake = () => {};
  /** When the scheduled wake comes, ms since the epoch; null where none is scheduled. */
  let wakeAt: number | null = null;

  /** Attempts under way by origin, and the sessions that have one. */
  const countByOrigin = new Map<string, number>();
  const busySessions = new Set<string>();
  const isPaused = () => settings.get().deliveries_paused;
  const isFull = (origin: string) => (countByOrigin.get(origin) ?? 0) >= MAX_PER_ORIGIN;
  const count = ({ origin, sessionId }: Delivery, change: 1 | -1) => {
    const left = (countByOrigin.get(origin) ?? 0) + change;
    if (left === 0) countByOrigin.delete(origin);
    else countByOrigin.set(origin, left);
    if (change === 1) busySessions.add(sessionId);
    else busySessions.delete(sessionId);
  };

  const publish = ({ id, sessionId, projectId }: Delivery, to: "sending" | "superseded") =>
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state: to });

  /** Resolves once the attempt's outcome is written, or nothing of it could be begun. */
  const attempt = async (delivery: Delivery, entry: UnderWay): Promise<void> => {
    try {
      const made = await makeAttempt(delivery, {
        closing: entry.stop.signal,
        suspended: entry.suspend.signal,
      });
      if (made.kind === "begun") {
        entry.attemptId = made.attemptId;
        entry.endsBy = made.endsBy;
        publish(delivery, "sending");
        await made.done.catch((error) =>
          runtime.log.error(`The attempt of delivery ${delivery.id} could not be recorded.`, error),
        );
      } else if (made.kind === "superseded") publish(delivery, "superseded");
      else notBegun.add(delivery.id);
    } catch (error) {
      // A delivery that cannot be begun keeps none of the others waiting.
      notBegun.add(delivery.id);
      if (state === "working") scheduleWake(RETRY_MS, [error]);
    }
  };

  /** Counts at once as under way, so that it is not begun twice while its row waits for the commit. */
  const begin = (delivery: Delivery) => {
    const entry: UnderWay = {
      delivery,
      attemptId: null,
      endsBy: Number.POSITIVE_INFINITY,
      stop: new AbortController(),
      suspend: new AbortController(),
      done: Promise.resolve(),
    };
    count(delivery, 1);
    underWay.set(delivery.id, entry);
    entry.done = attempt(delivery, entry).finally(() => {
      underWay.delete(delivery.id);
      count(delivery, -1);
      beginNext(delivery);
    });
  };

  /** Takes up what a crash left, before anything else is sent: once, when the disk has room for it. */
  const recover = () => {
    if (recovered) return;
    const count = store.recoverInterrupted(runtime.clock.now());
    recovered = true;
    if (count > 0) runtime.log.info(`${count} callbacks were under way when Galley ended; they are sent again.`);
  };

  /**
   * Begins what is due of an origin, as far as the limits allow.
   * @returns ms until the origin's next delivery becomes due; null where none waits, or the origin is at its limit: then
   *   the end of an attempt comes back here
   */
  const beginDue = (origin: string): number | null => {
    if (isFull(origin)) return null;
    const now = runtime.clock.now();
    for (const delivery of store.due(origin, now, 2 * MAX_PER_ORIGIN))
      if (!isFull(origin) && !busySessions.has(delivery.sessionId) && !notBegun.has(delivery.id)) begin(delivery);
    const next = store.nextAt(origin, now);
    return next === null ? null : next - now;
  };

  /** Wakes after `ms`, sooner after a failure; a wake that is scheduled for an earlier time stays. */
  const scheduleWake = (ms: number, failures: unknown[]) => {
    if (failures.length > 0 && !isLogged) {
      // A full disk ends here. Nothing is lost: the table still says what is to be sent.
      isLogged = true;
      runtime.log.error("Deliveries could not be taken up; trying again in a moment.", failures[0]);
    }
    const wait = failures.length > 0 ? Math.min(ms, RETRY_MS) : ms;
    const at = runtime.clock.now() + wait;
    if (wakeAt !== null && wakeAt <= at) return;
    cancelWake();
    wakeAt = at;
    cancelWake = runtime.clock.after(wait, wake);
  };

  /** Saves that were committed together wake it once. */
  const wake = () => {
    if (wakeIsDue) return;
    wakeIsDue = true;
    queueMicrotask(beginAllDue);
  };

  /** Begins what is due of every origin; with many of them, in several turns of the event loop. */
  const beginAllDue = () => {
    wakeIsDue = false;
    if (state !== "working") return;
    cancelWake();
    wakeAt = null;
    notBegun.clear();
    isLogged = false;
    let wait = MAX_WAIT_MS;
    const failures: unknown[] = [];
    try {
      recover();
      if (!isPaused()) {
        const end = performance.now() + MAX_BLOCKING_MS;
        for (const origin of store.origins()) {
          if (failures.length === 0 && performance.now() > end) {
            setImmediate(wake);
            break;
          }
          wait = Math.min(wait, beginDue(origin) ?? wait);
        }
      }
    } catch (error) {
      failures.push(error);
    }
    scheduleWake(wait, failures);
  };

  /** An attempt has ended: begins what waited for it at its origin, and at its session's, which may have moved meanwhile. */
  const beginNext = ({ id, origin }: Delivery) => {
    if (state !== "working") return;
    const failures: unknown[] = [];
    let wait = MAX_WAIT_MS;
    try {
      if (!isPaused())
        for (const one of new Set([origin, store.byId(id)?.origin ?? origin]))
          wait = Math.min(wait, beginDue(one) ?? wait);
    } catch (error) {
      failures.push(error);
    }
    scheduleWake(wait, failures);
  };

  return {
    /** Takes up what a crash left, and starts sending. */
    start(): void {
      state = "working";
      wake();
    },
    /** Something may have become due: a save, a manual retry. */
    wake,
    /**
     * The machine was asleep, and its timers with it. What became due meanwhile goes out; an attempt whose time is over would
     * wait as long again for a connection that has gone, so it ends as interrupted, which makes it due at once.
     */
    resume(): void {
      const now = runtime.clock.now();
      for (const { endsBy, suspend } of underWay.values()) if (endsBy < now) suspend.abort();
      wake();
    },
    /** A session's attempt under way for a version or snapshot, null where none is: its archive downloads belong to it. */
    attemptFor(sessionId: string, subjectId: string): number | null {
      const entry = [...underWay.values()].find(
        ({ delivery }) =>
          delivery.sessionId === sessionId && (delivery.versionId === subjectId || delivery.snapshotId === subjectId),
      );
      return entry?.attemptId ?? null;
    },
    /** Lets attempts under way finish for `graceMs`, then ends them as interrupted; they are due again at the next start. */
    async close(graceMs: number): Promise<void> {
      state = "closing";
      cancelWake();
      const all = Promise.all([...underWay.values()].map(({ done }) => done));
      const grace = Promise.withResolvers<void>();
      const cancelGrace = runtime.clock.after(graceMs, grace.resolve);
      await Promise.race([all, grace.promise]);
      cancelGrace();
      for (const { stop } of underWay.values()) stop.abort();
      await all;
    },
  };
}
