/**
 * Metrics for Prometheus (`GET {console_url}/metrics`), and the hourly sums of the console. Counters follow events;
 * everything else is read at a scrape.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Registry from "prom-client/lib/registry.js";
import { REPLICA_STATES } from "../../contracts/replica-api.ts";
import { createDeliveryFigures } from "../../deliveries/monitoring.ts";
import type { Services } from "../../services.ts";
import { countEvents, keepActivityHours } from "./counters.ts";

export function createMetrics(
  services: StateServices &
    Pick<Services, "runtime" | "events" | "commits" | "drafts" | "requests" | "startedAt" | "siteStates">,
) {
  const registry = new Registry();
  const hours = keepActivityHours(services);
  const stopCounting = countEvents(registry, services, hours.count);
  describeState(registry, services);
  const stopMeasuring = describeProcess(registry, services.startedAt);
  return {
    contentType: registry.contentType,
    /** Opens and saves that `delivery_hours` does not contain yet, by the start of their hour (ms). */
    waitingActivity: hours.waiting,
    text: (): Promise<string> => registry.metrics(),
    /** Stops counting and stores the remaining sums. Call it while the database is open. */
    async close(): Promise<void> {
      stopCounting();
      stopMeasuring();
      await hours.close();
    },
  };
}

function gaugesIn(registry: Registry) {
  const registers = [registry];
  return {
    /** A gauge that reads null has no sample. */
    add(name: string, help: string, read: () => number | null | Promise<number | null>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    addLabelled(
      name: string,
      help: string,
      labelNames: string[],
      read: () => [labels: Record<string, string>, value: number][],
    ): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.set(labels, value);
        },
      });
    },
  };
}

/** ms between two measurements of the event loop. */
const RESOLUTION_MS = 20;
const NS = 1e9;

/** Collects metrics under the standard names of Node dashboards. `startedAt` is in ms since the epoch. Returns a function that stops it. */
function describeProcess(registry: Registry, startedAt: number): () => void {
  const { add } = gaugesIn(registry);
  add("process_start_time_seconds", "When Galley started.", () => startedAt / 1000);
  add("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  add("nodejs_heap_size_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });

  // Starts at the first scrape, so that it costs nothing without Prometheus. It measures intervals, not delays.
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const delay = (ns: number) => (loop.count === 0 ? 0 : Math.max(0, ns / NS - RESOLUTION_MS / 1000));
  add("nodejs_eventloop_lag_p50_seconds", "Median delay of the event loop since the last scrape.", () => {
    loop.enable();
    return delay(loop.percentile(50));
  });
  add("nodejs_eventloop_lag_p99_seconds", "99th percentile of the event loop's delay since the last scrape.", () =>
    delay(loop.percentile(99)),
  );
  add("nodejs_eventloop_lag_max_seconds", "Maximum delay of the event loop since the last scrape.", () => {
    const longest = delay(loop.max);
    loop.reset();
    return longest;
  });
  return () => void loop.disable();
}

type StateServices = Pick<
  Services,
  | "database"
  | "clock"
  | "version"
  | "settings"
  | "presence"
  | "readiness"
  | "deliveryStore"
  | "sizes"
  | "replica"
  | "keptBackups"
>;

/** The state at a scrape. Every query reads at most a few thousand index entries. */
function describeState(
  registry: Registry,
  {
    database,
    clock,
    version,
    settings,
    presence,
    readiness,
    deliveryStore,
    sizes,
    replica,
    keptBackups,
  }: StateServices,
): void {
  const figures = createDeliveryFigures(database, deliveryStore);
  const { add, addLabelled } = gaugesIn(registry);
  const seconds = (iso: string | undefined) => (iso === undefined ? null : Date.parse(iso) / 1000);

  addLabelled("galley_build_info", "1.", ["version", "node"], () => [[{ version, node: process.version }, 1]]);
  add("galley_open_editors", "Open editor tabs.", () => presence.count().tabs);
  add("galley_open_articles", "Articles that are open in an editor tab.", () => presence.count().articles);

  addLabelled(
    "galley_deliveries_unfinished",
    `Deliveries in the queue, by state. Counts stop at ${figures.most}.`,
    ["state"],
    () => figures.unfinished().map(({ state, count }) => [{ state }, count]),
  );
  addLabelled(
    "galley_deliveries_attention",
    `Deliveries that need attention, by state and code. Counts the newest ${figures.most}.`,
    ["state", "code"],
    () => figures.attention().map(({ state, code, count }) => [{ state, code }, count]),
  );
  add(
    "galley_delivery_queue_age_seconds",
    "Time since the oldest due delivery became due.",
    () => figures.overdueMs(clock.now()) / 1000,
  );
  add("galley_deliveries_paused", "Whether an admin paused deliveries: 1 or 0.", () =>
    settings.get().deliveries_paused ? 1 : 0,
  );
  add("galley_sites_held", "Sites whose deliveries an admin put on hold.", () => figures.sites().held);
  add("galley_sites_failing", "Sites whose last attempt failed.", () => figures.sites().failing);

  add("galley_database_bytes", "Size of the database.", sizes.databaseBytes);
  add("galley_wal_bytes", "Size of the write-ahead log.", sizes.logBytes);
  add("galley_files_bytes", "Size of pictures, fonts and other files.", sizes.blobBytes);
  add("galley_disk_free_bytes", "Free space on the disk of the data folder.", readiness.diskFree);

  addLabelled("galley_replica_state", "1 for the current state of the replica, 0 for the others.", ["state"], () => {
    const now = replica.view().state;
    return REPLICA_STATES.map((state) => [{ state }, state === now ? 1 : 0]);
  });
  add("galley_replica_lag_seconds", "Age of the oldest commit that the target lacks.", () => {
    const { lag_ms } = replica.view();
    return lag_ms === null ? null : lag_ms / 1000;
  });
  add(
    "galley_replica_pending_files",
    "Files that are not copied to the target yet.",
    () => replica.view().pending_files,
  );
  add("galley_replica_drill_timestamp_seconds", "When the last drill ended.", () =>
    seconds(replica.view().last_drill?.at),
  );
  add("galley_replica_drill_ok", "Whether the last drill passed: 1 or 0.", () => {
    const drill = replica.view().last_drill;
    return drill && (drill.ok ? 1 : 0);
  });
  add("galley_backup_timestamp_seconds", "When the newest complete backup was made.", () =>
    seconds(keptBackups.last()?.last_at),
  );
}
