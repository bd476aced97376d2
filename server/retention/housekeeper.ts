/** Removes what is no longer kept, in small steps, now and then, for as long as the appliance runs. */

import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import { ASIDE_FOLDER } from "../storage/blobs.ts";
import type { SettingsStore } from "../storage/settings.ts";
import { nextStep, type Places } from "../storage/steps.ts";
import { type BlobCleaning, PREFIXES } from "./blob-cleaning.ts";
import { createClockTrust } from "./clock-trust.ts";
import type { LogRetention } from "./log-retention.ts";
import type { Cursor, Pruning } from "./pruning.ts";

/** Steps over the deliveries an hour, so that the cost of an hour does not grow with their number. */
const DELIVERY_STEPS = 200;
/** After a start: soon enough for a machine that runs for an hour a day, late enough not to be in the way of starting. */
const FIRST_AFTER_MS = 3 * 60_000;
const PRUNE_EVERY_MS = 3_600_000;
/** All 256 prefixes within a day. */
const CLEAN_EVERY_MS = 5 * 60_000;
const LOOK_AT_CLOCK_EVERY_MS = 5 * 60_000;

export function createHousekeeper({
  runtime,
  events,
  settings,
  sessions,
  pruning,
  cleaning,
  log,
  places,
}: {
  runtime: Runtime;
  events: EventHub;
  settings: SettingsStore;
  sessions: SessionStore;
  pruning: Pruning;
  cleaning: BlobCleaning;
  log: LogRetention;
  places: Places;
}) {
  const { clock } = runtime;
  const trust = createClockTrust(runtime, places);
  let closing = false;
  let queue = Promise.resolve();
  const cancels = new Map<string, () => void>();

  const say = (what: string, counts: Record<string, number>) => {
    const named = Object.entries(counts).filter(([, count]) => count > 0);
    if (named.length > 0) runtime.log.info(`${what}: ${named.map(([name, count]) => `${name} ${count}`).join(", ")}.`);
  };

  const walk = async (step: (after: Cursor | null) => Cursor | null) => {
    let after: Cursor | null = null;
    do {
      after = step(after);
      await nextStep();
    } while (after !== null && !closing);
  };

  const prune = async () => {
    if (!trust.isBelieved()) return;
    const now = clock.now();
    const { log_days: days, log_attempts: attempts, version_days, upload_days } = settings.get();
    await walk((after) => {
      const { pruned, next } = pruning.pruneSessions(now, version_days, after);
      for (const id of pruned) {
        const session = sessions.byId(id);
        if (session !== null) events.publish("session", { id, project_id: session.projectId, change: "pruned" });
      }
      return next;
    });
    await walk((after) => pruning.pruneUploads(now, upload_days, after).next);
    while (log.prune(now, { days, attempts }) && !closing) await nextStep();
    let position = places.get("deliveries")?.place ?? 0;
    for (let step = 0; step < DELIVERY_STEPS && !closing; step++) {
      position = log.pruneDeliveries(now, days, position);
      if (position === 0) break;
      await nextStep();
    }
    places.set("deliveries", position, now);
    say("Deleted because of their age", { ...pruning.takeCounts(), ...log.takeCounts() });
  };

  /** One prefix a step; after a sleep or a night off as many as steps were missed, at most all of them once. */
  const clean = async () => {
    trust.keep();
    if (!trust.isBelieved()) return;
    const now = clock.now();
    const left = places.get("blobs") ?? { place: 0, at: now };
    const steps = Math.floor((now - left.at) / CLEAN_EVERY_MS);
    for (let step = 0; step < Math.min(Math.max(steps, 1), PREFIXES.length) && !closing; step++) {
      const prefix = (left.place + step) % PREFIXES.length;
      const { deleted, setAside } = await cleaning.clean(PREFIXES[prefix] ?? "00");
      say("Files that nothing uses", { deleted, [`set aside in ${ASIDE_FOLDER}`]: setAside });
      places.set("blobs", (prefix + 1) % PREFIXES.length, now);
    }
  };

  /** One piece of work at a time; what fails is said and tried again at its next time. */
  const every = (name: string, ms: number, work: () => Promise<void>) => {
    let waits = false;
    const run = () => {
      cancels.set(name, clock.after(ms, run));
      if (waits) return;
      waits = true;
      queue = queue.then(async () => {
        waits = false;
        if (closing) return;
        await work().catch((error) => runtime.log.error(`Keeping (${name}) failed; it is tried again later.`, error));
      });
    };
    cancels.set(name, clock.after(FIRST_AFTER_MS, run));
  };

  return {
    start(): void {
      if (places.get("blobs") === null) places.set("blobs", 0, clock.now());
      trust.look(0);
      trust.keep();
      const look = () => {
        cancels.set("clock", clock.after(LOOK_AT_CLOCK_EVERY_MS, look));
        trust.look(LOOK_AT_CLOCK_EVERY_MS);
      };
      cancels.set("clock", clock.after(LOOK_AT_CLOCK_EVERY_MS, look));
      every("pruning", PRUNE_EVERY_MS, prune);
      every("cleaning", CLEAN_EVERY_MS, clean);
    },
    /** Waits for the step under way. */
    async close(): Promise<void> {
      closing = true;
      for (const cancel of cancels.values()) cancel();
      await queue;
      try {
        trust.keep();
      } catch (error) {
        runtime.log.error("The time of this end could not be written down.", error);
      }
    },
  };
}
