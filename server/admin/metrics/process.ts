/** Process metrics under the standard names of Node dashboards. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import Counter from "prom-client/lib/counter.js";
import type Registry from "prom-client/lib/registry.js";
import { gaugesIn } from "./gauge.ts";

/** ms between two measurements of the event loop. */
const RESOLUTION_MS = 20;
const NS = 1e9;

/** @param startedAt ms since the epoch. @returns stops measuring */
export function describeProcess(registry: Registry, startedAt: number): () => void {
  const add = gaugesIn(registry);
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
