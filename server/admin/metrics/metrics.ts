/**
 * Figures for Prometheus (`GET {console_url}/metrics`). Events are counted as they come; everything else is read at a
 * scrape.
 */
import Registry from "prom-client/lib/registry.js";
import type { Services } from "../../services.ts";
import { countEvents } from "./counters.ts";
import { describeProcess } from "./process.ts";
import { describeState, type StateServices } from "./state.ts";

export function createMetrics(services: StateServices & Pick<Services, "events" | "drafts" | "startedAt">) {
  const registry = new Registry();
  const stopCounting = countEvents(registry, services);
  describeState(registry, services);
  const stopMeasuring = describeProcess(registry, services.startedAt);
  return {
    contentType: registry.contentType,
    /** In the text format of Prometheus. */
    text: (): Promise<string> => registry.metrics(),
    close(): void {
      stopCounting();
      stopMeasuring();
    },
  };
}
