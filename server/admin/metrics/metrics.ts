/**
 * Metrics for Prometheus (`GET {console_url}/metrics`), and the hourly sums of the console. Counters follow events;
 * everything else is read at a scrape.
 */
import Registry from "prom-client/lib/registry.js";
import type { SiteStates } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";
import { keepActivityHours } from "./activity-hours.ts";
import { countEvents } from "./counters.ts";
import { describeProcess } from "./process.ts";
import { describeState, type StateServices } from "./state.ts";

export function createMetrics(
  services: StateServices &
    Pick<Services, "runtime" | "events" | "commits" | "drafts" | "requests" | "startedAt"> & { siteStates: SiteStates },
) {
  const registry = new Registry();
  const stopCounting = countEvents(registry, services);
  const hours = keepActivityHours(services);
  describeState(registry, services);
  const stopMeasuring = describeProcess(registry, services.startedAt);
  return {
    contentType: registry.contentType,
    /** Opens and saves that `delivery_hours` does not contain yet, by the start of their hour (ms). */
    waitingActivity: hours.waiting,
    text: (): Promise<string> => registry.metrics(),
    /** Call it before the last commits. */
    async close(): Promise<void> {
      stopCounting();
      stopMeasuring();
      await hours.close();
    },
  };
}
