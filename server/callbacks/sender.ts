/**
 * Works off the deliveries: takes what is due, one of a session and four of an origin at a time, makes the attempt, and
 * writes what came of it. It keeps no queue of its own: after a crash the table says what is owed.
 */
import type { EventHub } from "../events.ts";
import type { Runtime } from "../runtime.ts";
import type { AttemptMaker } from "./attempt.ts";
import type { Delivery, DeliveryStore } from "./delivery-store.ts";

export interface Sender {
  /** Takes up what a crash left, and starts working. */
  start(): void;
  /** Something may have become due: a save, a manual retry, the end of a sleep. */
  wake(): void;
  /** The attempt under way for a version or snapshot, null where none is: its archive downloads belong to it. */
  attemptFor(subjectId: string): number | null;
  /** Lets attempts under way finish for `graceMs`, then ends them as interrupted; they are due again at the next start. */
  close(graceMs: number): Promise<void>;
}

const PER_ORIGIN = 4;
/** Looked at again at least this often: a clock that was set back or a machine that slept keeps nobody waiting. */
const LONGEST_NAP_MS = 60_000;

interface Parts {
  runtime: Runtime;
  events: EventHub;
  store: DeliveryStore;
  makeAttempt: AttemptMaker;
  isPaused: () => boolean;
}

export function createSender({ runtime, events, store, makeAttempt, isPaused }: Parts): Sender {
  const underWay = new Map<
    string,
    { delivery: Delivery; attemptId: number; stop: AbortController; done: Promise<void> }
  >();
  let state: "idle" | "working" | "closing" = "idle";
  let cancelNap = () => {};

  const load = (origin: string) => [...underWay.values()].filter(({ delivery }) => delivery.origin === origin).length;
  const isBusy = (sessionId: string) => [...underWay.values()].some(({ delivery }) => delivery.sessionId === sessionId);

  const begin = (delivery: Delivery) => {
    const stop = new AbortController();
    const attempt = makeAttempt(delivery, stop.signal);
    if (attempt === null) return;
    const done = attempt.done
      .catch((error) => runtime.log.error(`The attempt of delivery ${delivery.id} could not be recorded.`, error))
      .finally(() => {
        underWay.delete(delivery.id);
        wake();
      });
    underWay.set(delivery.id, { delivery, attemptId: attempt.attemptId, stop, done });
    events.publish("delivery", {
      id: delivery.id,
      session_id: delivery.sessionId,
      project_id: delivery.projectId,
      state: "sending",
    });
  };

  const wake = () => {
    if (state !== "working") return;
    cancelNap();
    let nap = LONGEST_NAP_MS;
    try {
      if (!isPaused()) {
        const now = runtime.clock.now();
        for (const origin of store.origins()) {
          for (const delivery of store.due(origin, now, 2 * PER_ORIGIN))
            if (load(origin) < PER_ORIGIN && !isBusy(delivery.sessionId)) begin(delivery);
          const next = store.nextAt(origin, now);
          if (next !== null) nap = Math.min(nap, next - now);
        }
      }
    } catch (error) {
      // A full disk ends here; nothing is lost, the table still says what is owed.
      runtime.log.error("Deliveries could not be taken up; trying again in a moment.", error);
      nap = 5_000;
    }
    cancelNap = runtime.clock.after(nap, wake);
  };

  return {
    start() {
      const recovered = store.recoverInterrupted(runtime.clock.now());
      if (recovered > 0)
        runtime.log.info(`${recovered} callbacks were under way when Galley ended; they are sent again.`);
      state = "working";
      wake();
    },
    wake,
    attemptFor(subjectId) {
      const entry = [...underWay.values()].find(
        ({ delivery }) => delivery.versionId === subjectId || delivery.snapshotId === subjectId,
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
