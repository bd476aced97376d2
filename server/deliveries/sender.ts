/** Sends due deliveries, one per session and four per origin at a time. The only queue is the table. */
import type { Services } from "../services.ts";
import type { AttemptMaker } from "./attempt.ts";
import type { Delivery } from "./delivery-row.ts";

const MAX_PER_ORIGIN = 4;
/** Maximum interval between reads of the table. It limits the delay after a clock change or sleep. */
const MAX_WAIT_MS = 60_000;
/** Retry interval for deliveries that could not begin, usually because the disk is full. */
const RETRY_MS = 5_000;
/** Maximum time that starting deliveries may block the event loop, ms. */
const MAX_BLOCKING_MS = 8;

interface UnderWay {
  delivery: Delivery;
  /** Null until its row is committed. */
  attemptId: number | null;
  /** Deadline of its response, ms since the epoch. */
  endsBy: number;
  suspend: AbortController;
  done: Promise<void>;
}

export function createSender(
  services: Pick<Services, "runtime" | "events" | "settings" | "deliveryStore"> & { makeAttempt: AttemptMaker },
) {
  const { runtime, events, settings, deliveryStore: store, makeAttempt } = services;
  const underWay = new Map<Delivery["id"], UnderWay>();
  /** Ids of deliveries that could not begin; skipped until the next pass over all origins. */
  const notBegun = new Set<string>();
  let isFailureLogged = false;
  let isWakeQueued = false;
  let state: "idle" | "working" | "closing" = "idle";
  let recovered = false;
  let cancelWake = () => {};
  /** Time of the scheduled wake, ms since the epoch; null if none is scheduled. */
  let wakeAt: number | null = null;

  const closing = new AbortController();

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

  const attempt = async (delivery: Delivery, entry: UnderWay): Promise<void> => {
    try {
      const result = await makeAttempt(delivery, { closing: closing.signal, suspended: entry.suspend.signal });
      if (result.kind === "begun") {
        entry.attemptId = result.attemptId;
        entry.endsBy = result.endsBy;
        publish(delivery, "sending");
        await result.done.catch((error) =>
          runtime.log.error(`The attempt of delivery ${delivery.id} could not be recorded.`, error),
        );
      } else if (result.kind === "superseded") publish(delivery, "superseded");
      else notBegun.add(delivery.id);
    } catch (error) {
      // A delivery that cannot begin does not delay others.
      notBegun.add(delivery.id);
      if (state === "working") wakeAfterFailure(error);
    }
  };

  /** Registers the delivery immediately, so that no second attempt begins before the row is committed. */
  const begin = (delivery: Delivery) => {
    const entry: UnderWay = {
      delivery,
      attemptId: null,
      endsBy: Number.POSITIVE_INFINITY,
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

  /** Recovers interrupted attempts before anything else is sent, once the disk has space. */
  const recover = () => {
    if (recovered) return;
    const count = store.recoverInterrupted(runtime.clock.now(), isPaused());
    recovered = true;
    if (count > 0) runtime.log.info(`Galley resends the callbacks that were interrupted when it stopped: ${count}.`);
  };

  /** Begins due deliveries within the limits. Returns ms until the next one is due; null for none, or at the limit. */
  const beginDue = (origin: string): number | null => {
    if (isFull(origin)) return null;
    const now = runtime.clock.now();
    for (const delivery of store.due(origin, now, 2 * MAX_PER_ORIGIN))
      if (!isFull(origin) && !busySessions.has(delivery.sessionId) && !notBegun.has(delivery.id)) begin(delivery);
    const next = store.nextAt(origin, now);
    return next === null ? null : next - now;
  };

  /** Schedules a wake, unless an earlier one is scheduled. */
  const wakeAfter = (ms: number) => {
    const at = runtime.clock.now() + ms;
    if (wakeAt !== null && wakeAt <= at) return;
    cancelWake();
    wakeAt = at;
    cancelWake = runtime.clock.after(ms, wake);
  };
  /** Retries later, for example after a full disk. The table still has the pending deliveries. */
  const wakeAfterFailure = (error: unknown) => {
    if (!isFailureLogged) runtime.log.error("Galley could not start deliveries. It retries in a few seconds.", error);
    isFailureLogged = true;
    wakeAfter(RETRY_MS);
  };
  /** Begins due deliveries, in several turns of the event loop if there are many, and schedules the next wake. */
  const beginAt = (origins: () => Iterable<string>) => {
    try {
      recover();
      let wait = MAX_WAIT_MS;
      const end = performance.now() + MAX_BLOCKING_MS;
      for (const origin of isPaused() ? [] : origins()) {
        if (performance.now() > end) {
          setImmediate(wake);
          break;
        }
        wait = Math.min(wait, beginDue(origin) ?? wait);
      }
      wakeAfter(wait);
    } catch (error) {
      wakeAfterFailure(error);
    }
  };

  /** Runs once for all saves of a commit. */
  const wake = () => {
    if (isWakeQueued) return;
    isWakeQueued = true;
    queueMicrotask(beginAllDue);
  };

  const beginAllDue = () => {
    isWakeQueued = false;
    if (state !== "working") return;
    cancelWake();
    wakeAt = null;
    notBegun.clear();
    isFailureLogged = false;
    beginAt(store.origins);
  };

  /** Continues with the origin of an ended attempt, and with the session's origin, which may have changed. */
  const beginNext = ({ id, origin }: Delivery) => {
    if (state === "working") beginAt(() => new Set([origin, store.byId(id)?.origin ?? origin]));
  };

  return {
    start(): void {
      state = "working";
      wake();
    },
    /** Called after a save, a manual retry and other changes of the queue. */
    wake,
    /** Sends overdue deliveries after sleep. Interrupts attempts past their deadline, whose connections are dead. */
    resume(): void {
      const now = runtime.clock.now();
      for (const { endsBy, suspend } of underWay.values()) if (endsBy < now) suspend.abort();
      wake();
    },
    /** The running attempt for a version or snapshot, to which archive downloads belong. */
    attemptFor(sessionId: string, subjectId: string): number | null {
      const entry = [...underWay.values()].find(
        ({ delivery }) =>
          delivery.sessionId === sessionId && (delivery.versionId === subjectId || delivery.snapshotId === subjectId),
      );
      return entry?.attemptId ?? null;
    },
    /** Interrupts running attempts after `graceMs`. They are due again at the next start. */
    async close(graceMs: number): Promise<void> {
      state = "closing";
      cancelWake();
      const all = Promise.all([...underWay.values()].map(({ done }) => done));
      const grace = Promise.withResolvers<void>();
      const cancelGrace = runtime.clock.after(graceMs, grace.resolve);
      await Promise.race([all, grace.promise]);
      cancelGrace();
      closing.abort();
      await all;
    },
  };
}
