/** Retention: deletes old versions, uploads, log entries and unused blobs, in small steps while the appliance runs. */
import { type Runtime, yieldToRequests } from "../core/runtime.ts";
import { createResponseWords } from "../deliveries/delivery-lists.ts";
import type { Services } from "../services.ts";
import { ASIDE_FOLDER } from "../storage/blobs.ts";
import { createProgress, type Progress } from "../storage/settings.ts";
import { createBlobCleaning, PREFIXES } from "./blob-cleaning.ts";
import { createPruning } from "./pruning.ts";

/** Steps per hour over the deliveries, so that the cost per hour is constant. */
const DELIVERY_STEPS = 200;
/** Delay after a start: short enough for a machine that runs an hour a day, long enough not to slow the start. */
const FIRST_AFTER_MS = 3 * 60_000;
const PRUNE_EVERY_MS = 3_600_000;
/** All 256 prefixes within a day. */
const CLEAN_EVERY_MS = 5 * 60_000;
/** Short, because an admin may search for a response that just arrived. */
const INDEX_EVERY_MS = 5_000;
const CLOCK_INTERVAL_MS = 5 * 60_000;

export function createHousekeeper(
  services: Pick<
    Services,
    "config" | "database" | "runtime" | "events" | "settings" | "sessionStore" | "blobs" | "rooms" | "replica"
  >,
) {
  const { config, database, runtime, events, settings, sessionStore, blobs, rooms, replica } = services;
  const { clock } = runtime;
  const pruning = createPruning(database);
  const cleaning = createBlobCleaning(database, blobs, {
    dataDir: config.dataDir,
    clock,
    hasReplica: () => replica.target() !== null,
  });
  const responseWords = createResponseWords(database);
  const progress = createProgress(database);
  const trust = createClockTrust(runtime, progress);
  let closing = false;
  let queue = Promise.resolve();
  const cancels = new Map<string, () => void>();

  const report = (what: string, counts: Record<string, number>) => {
    const named = Object.entries(counts).filter(([, count]) => count > 0);
    if (named.length > 0) runtime.log.info(`${what}: ${named.map(([name, count]) => `${name} ${count}`).join(", ")}.`);
  };

  const repeat = async (step: () => boolean) => {
    while (!closing && step()) await yieldToRequests();
  };

  const prune = async () => {
    if (!trust.isTrusted()) return;
    const now = clock.now();
    const { log_days: days, log_attempts: attempts, version_days, upload_days } = settings.get();
    await repeat(() => {
      const { pruned, hasMore } = pruning.pruneSessions(now, version_days);
      for (const id of pruned) {
        const session = sessionStore.byId(id);
        if (session !== null) events.publish("session", { id, project_id: session.projectId, change: "pruned" });
      }
      return hasMore;
    });
    await rooms.prune();
    await repeat(() => pruning.pruneUploads(now, upload_days));
    await repeat(() => pruning.pruneAttempts(now, { days, attempts }));
    await repeat(() => pruning.pruneRequests(now, { days, attempts }));
    let position = progress.get("deliveries")?.place ?? 0;
    let left = DELIVERY_STEPS;
    await repeat(() => {
      position = pruning.pruneDeliveries(now, days, position);
      return position !== 0 && --left > 0;
    });
    progress.set("deliveries", position, now);
    await repeat(() => {
      const site = pruning.pruneSite(now);
      if (site?.resolved)
        events.publish("site", { id: String(site.id), project_id: site.projectId, change: "problems" });
      return site !== null;
    });
    report("Deleted by age", pruning.takeCounts());
  };

  /** Cleans one prefix per step. After downtime, it also cleans the missed prefixes, each at most once. */
  const clean = async () => {
    trust.keep();
    if (!trust.isTrusted()) return;
    const now = clock.now();
    const last = progress.get("blobs") ?? { place: 0, at: now };
    const steps = Math.floor((now - last.at) / CLEAN_EVERY_MS);
    for (let step = 0; step < Math.min(Math.max(steps, 1), PREFIXES.length) && !closing; step++) {
      const prefix = (last.place + step) % PREFIXES.length;
      const { deleted, setAside } = await cleaning.clean(PREFIXES[prefix] ?? "00");
      report("Unused files", { deleted, [`set aside in ${ASIDE_FOLDER}`]: setAside });
      progress.set("blobs", (prefix + 1) % PREFIXES.length, now);
    }
  };

  /** Schedules a task; tasks run one at a time. A failed task is logged and retried at its next interval. */
  const every = (name: string, ms: number, work: () => Promise<void>, firstAfterMs = FIRST_AFTER_MS) => {
    let isQueued = false;
    const run = () => {
      cancels.set(name, clock.after(ms, run));
      if (isQueued) return;
      isQueued = true;
      queue = queue.then(async () => {
        isQueued = false;
        if (closing) return;
        await work().catch((error) => runtime.log.error(`Retention (${name}) failed. Galley retries it later.`, error));
      });
    };
    cancels.set(name, clock.after(firstAfterMs, run));
  };

  return {
    start(): void {
      if (progress.get("blobs") === null) progress.set("blobs", 0, clock.now());
      trust.update(0);
      trust.keep();
      const check = () => {
        cancels.set("clock", clock.after(CLOCK_INTERVAL_MS, check));
        trust.update(CLOCK_INTERVAL_MS);
      };
      cancels.set("clock", clock.after(CLOCK_INTERVAL_MS, check));
      every("pruning", PRUNE_EVERY_MS, prune);
      every("cleaning", CLEAN_EVERY_MS, clean);
      every("indexing", INDEX_EVERY_MS, () => repeat(responseWords.index), INDEX_EVERY_MS);
    },
    async close(): Promise<void> {
      closing = true;
      for (const cancel of cancels.values()) cancel();
      await queue;
      try {
        trust.keep();
      } catch (error) {
        runtime.log.error("Galley could not store the time of the shutdown.", error);
      }
    },
  };
}

const DAY_MS = 24 * 3_600_000;
/** `at`: the newest trusted time; `place`: ms that Galley has run with a doubted clock. */
const TASK = "clock";

function createClockTrust({ clock, log }: Pick<Runtime, "clock" | "log">, progress: Progress) {
  const stored = progress.get(TASK);
  // Earlier versions stored the progress of the cleaning every five minutes.
  let trusted = stored?.at ?? progress.get("blobs")?.at ?? clock.now();
  let doubted = stored?.place ?? 0;
  let isLogged = false;

  const isTrusted = (): boolean => Math.abs(clock.now() - trusted) <= DAY_MS;
  return {
    isTrusted,
    /** @param ran ms that Galley has run since the last check, by a timer */
    update(ran: number): void {
      if (!isTrusted()) {
        doubted += ran;
        if (doubted < DAY_MS) {
          if (!isLogged)
            log.warn(
              `The clock shows ${iso(clock.now())}, more than a day away from Galley's last run at ${iso(trusted)}. Galley deletes nothing by age until it has run for a day. If the clock is wrong, correct it.`,
            );
          isLogged = true;
          return;
        }
        log.info("Galley has run for a day with this clock. It deletes by age again.");
      }
      trusted = clock.now();
      doubted = 0;
      isLogged = false;
    },
    keep: (): void => progress.set(TASK, doubted, trusted),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
