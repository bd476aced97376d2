/**
 * Works off the deliveries: takes what is due, one of a session and four of an origin at a time, makes the attempt, and
 * writes what came of it. It keeps no queue of its own: after a crash the table says what is owed.
 */
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { AttemptMaker } from "./attempt.ts";
import type { Delivery, DeliveryStore } from "./delivery-store.ts";

export interface Sender {
  /** Takes up what a crash left, and starts working. */
  start(): void;
  /** Something may have become due: a save, a manual retry, the end of a sleep. */
  wake(): void;
  /** A session's attempt under way for a version or snapshot, null where none is: its archive downloads belong to it. */
  attemptFor(sessionId: string, subjectId: string): number | null;
  /** Lets attempts under way finish for `graceMs`, then ends them as interrupted; they are due again at the next start. */
  close(graceMs: number): Promise<void>;
}

const PER_ORIGIN = 4;
/** Looked at again at least this often: a clock that was set back or a machine that slept keeps nobody waiting. */
const LONGEST_NAP_MS = 60_000;
/** After what could not be begun, on a full disk above all. */
const AGAIN_MS = 5_000;
/** ms that beginning deliveries holds up the event loop before others get their turn. */
const LONGEST_TURN_MS = 8;

interface UnderWay {
  delivery: Delivery;
  /** Null until its row is committed. */
  attemptId: number | null;
  stop: AbortController;
  done: Promise<void>;
}

interface Parts {
  runtime: Runtime;
  events: EventHub;
  store: DeliveryStore;
  makeAttempt: AttemptMaker;
  isPaused: () => boolean;
}

export function createSender({ runtime, events, store, makeAttempt, isPaused }: Parts): Sender {
  const underWay = new Map<string, UnderWay>();
  /** What could not be begun, until the next look at everything; whether the log has it. */
  const refused = new Set<string>();
  let isTold = false;
  let wakeIsDue = false;
  let state: "idle" | "working" | "closing" = "idle";
  let recovered = false;
  let cancelNap = () => {};
  let napEnds: number | null = null;

  const load = new Map<string, number>();
  const busy = new Set<string>();
  const isFull = (origin: string) => (load.get(origin) ?? 0) >= PER_ORIGIN;
  const count = ({ origin, sessionId }: Delivery, change: 1 | -1) => {
    const left = (load.get(origin) ?? 0) + change;
    if (left === 0) load.delete(origin);
    else load.set(origin, left);
    if (change === 1) busy.add(sessionId);
    else busy.delete(sessionId);
  };

  const tell = ({ id, sessionId, projectId }: Delivery, to: "sending" | "superseded") =>
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state: to });

  /** Resolves once the attempt's outcome is written, or nothing of it could be begun. */
  const attempt = async (delivery: Delivery, entry: UnderWay): Promise<void> => {
    try {
      const made = await makeAttempt(delivery, entry.stop.signal);
      if (made.kind === "begun") {
        entry.attemptId = made.attemptId;
        tell(delivery, "sending");
        await made.done.catch((error) =>
          runtime.log.error(`The attempt of delivery ${delivery.id} could not be recorded.`, error),
        );
      } else if (made.kind === "outdated") tell(delivery, "superseded");
      else refused.add(delivery.id);
    } catch (error) {
      // One that cannot be begun keeps none of the others waiting.
      refused.add(delivery.id);
      if (state === "working") napFor(AGAIN_MS, [error]);
    }
  };

  /** Takes its place at once, so that none is begun twice while its row waits for the commit. */
  const begin = (delivery: Delivery) => {
    const entry: UnderWay = { delivery, attemptId: null, stop: new AbortController(), done: Promise.resolve() };
    count(delivery, 1);
    underWay.set(delivery.id, entry);
    entry.done = attempt(delivery, entry).finally(() => {
      underWay.delete(delivery.id);
      count(delivery, -1);
      goOn(delivery);
    });
  };

  /** Takes up what a crash left, before anything else is sent: once, when the disk has room for it. */
  const recover = () => {
    if (recovered) return;
    const count = store.recoverInterrupted(runtime.clock.now());
    recovered = true;
    if (count > 0) runtime.log.info(`${count} callbacks were under way when Galley ended; they are sent again.`);
  };

  /** Begins what is due of an origin, as far as it may; ms until its next is due, null where none waits. */
  const workOff = (origin: string): number | null => {
    // The end of what is under way comes back here.
    if (isFull(origin)) return null;
    const now = runtime.clock.now();
    for (const delivery of store.due(origin, now, 2 * PER_ORIGIN))
      if (!isFull(origin) && !busy.has(delivery.sessionId) && !refused.has(delivery.id)) begin(delivery);
    const next = store.nextAt(origin, now);
    return next === null ? null : next - now;
  };

  const napFor = (ms: number, failures: unknown[]) => {
    if (failures.length > 0 && !isTold) {
      // A full disk ends here; nothing is lost, the table still says what is owed.
      isTold = true;
      runtime.log.error("Deliveries could not be taken up; trying again in a moment.", failures[0]);
    }
    const nap = failures.length > 0 ? Math.min(ms, AGAIN_MS) : ms;
    const at = runtime.clock.now() + nap;
    if (napEnds !== null && napEnds <= at) return;
    cancelNap();
    napEnds = at;
    cancelNap = runtime.clock.after(nap, wake);
  };

  /** Saves that were committed together want one look. */
  const wake = () => {
    if (wakeIsDue) return;
    wakeIsDue = true;
    queueMicrotask(lookAround);
  };

  /** Looks at every origin, in turns of the event loop. */
  const lookAround = () => {
    wakeIsDue = false;
    if (state !== "working") return;
    cancelNap();
    napEnds = null;
    refused.clear();
    isTold = false;
    let nap = LONGEST_NAP_MS;
    const failures: unknown[] = [];
    try {
      recover();
      if (!isPaused()) {
        const turnEnds = performance.now() + LONGEST_TURN_MS;
        for (const origin of store.origins()) {
          if (failures.length === 0 && performance.now() > turnEnds) {
            setImmediate(wake);
            break;
          }
          nap = Math.min(nap, workOff(origin) ?? nap);
        }
      }
    } catch (error) {
      failures.push(error);
    }
    napFor(nap, failures);
  };

  /** What its end has made room for: at its site, and in its session, which may have moved to another one meanwhile. */
  const goOn = ({ id, origin }: Delivery) => {
    if (state !== "working") return;
    const failures: unknown[] = [];
    let nap = LONGEST_NAP_MS;
    try {
      if (!isPaused())
        for (const one of new Set([origin, store.byId(id)?.origin ?? origin])) nap = Math.min(nap, workOff(one) ?? nap);
    } catch (error) {
      failures.push(error);
    }
    napFor(nap, failures);
  };

  return {
    start() {
      state = "working";
      wake();
    },
    wake,
    attemptFor(sessionId, subjectId) {
      const entry = [...underWay.values()].find(
        ({ delivery }) =>
          delivery.sessionId === sessionId && (delivery.versionId === subjectId || delivery.snapshotId === subjectId),
      );
      return entry?.attemptId ?? null;
    },
    async close(graceMs) {
      state = "closing";
      cancelNap();
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
