/** Does the keeping in small steps, now and then, for as long as the appliance runs. */
import type { EventHub } from "../events.ts";
import type { Runtime } from "../runtime.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { SettingsStore } from "../settings.ts";
import { type BlobCleaning, PREFIXES } from "./blob-cleaning.ts";
import type { LogRetention } from "./log-retention.ts";
import type { Cursor, Pruning } from "./pruning.ts";

export interface Housekeeper {
  start(): void;
  /** Waits for the step under way. */
  close(): Promise<void>;
}

/** Steps over the deliveries an hour, so that the cost of an hour does not grow with their number. */
const DELIVERY_STEPS = 200;
const PRUNE_EVERY_MS = 3_600_000;
/** All 256 prefixes within a day. */
const CLEAN_EVERY_MS = 5 * 60_000;

interface Parts {
  runtime: Runtime;
  events: EventHub;
  settings: SettingsStore;
  sessions: SessionStore;
  pruning: Pruning;
  cleaning: BlobCleaning;
  log: LogRetention;
}

export function createHousekeeper({ runtime, events, settings, sessions, pruning, cleaning, log }: Parts): Housekeeper {
  const { clock } = runtime;
  let closing = false;
  let turn = Promise.resolve();
  const cancels = new Map<string, () => void>();

  const walk = async (step: (after: Cursor | null) => Cursor | null) => {
    let after: Cursor | null = null;
    do {
      after = step(after);
      await nextTurn();
    } while (after !== null && !closing);
  };

  const prune = async () => {
    const now = clock.now();
    await walk((after) => {
      const { pruned, next } = pruning.pruneSessions(now, after);
      for (const id of pruned) {
        const session = sessions.byId(id);
        if (session !== null) events.publish("session", { id, project_id: session.projectId, change: "pruned" });
      }
      return next;
    });
    await walk((after) => pruning.pruneUploads(now, after).next);
    const { log_days: days, log_attempts: attempts } = settings.get();
    while (log.prune(now, { days, attempts }) && !closing) await nextTurn();
    for (let step = 0; step < DELIVERY_STEPS && !closing && log.pruneDeliveries(now, days); step++) await nextTurn();
  };

  let prefix = 0;
  let cleanedAt = clock.now();
  /** One prefix a step; after a sleep as many as steps were missed, at most all of them once. */
  const clean = async () => {
    const steps = Math.floor((clock.now() - cleanedAt) / CLEAN_EVERY_MS);
    cleanedAt = clock.now();
    for (let step = 0; step < Math.min(Math.max(steps, 1), PREFIXES.length) && !closing; step++) {
      await cleaning.clean(PREFIXES[prefix] ?? "00");
      prefix = (prefix + 1) % PREFIXES.length;
    }
  };

  /** One piece of work at a time; what fails is said and tried again at its next time. */
  const every = (name: string, ms: number, work: () => Promise<void>) => {
    let waits = false;
    const run = () => {
      cancels.set(name, clock.after(ms, run));
      if (waits) return;
      waits = true;
      turn = turn.then(async () => {
        waits = false;
        if (closing) return;
        await work().catch((error) => runtime.log.error(`Keeping (${name}) failed; it is tried again later.`, error));
      });
    };
    cancels.set(name, clock.after(ms, run));
  };

  return {
    start() {
      every("pruning", PRUNE_EVERY_MS, prune);
      every("cleaning", CLEAN_EVERY_MS, clean);
    },
    async close() {
      closing = true;
      for (const cancel of cancels.values()) cancel();
      await turn;
    },
  };
}

/** Lets requests in between two steps. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
