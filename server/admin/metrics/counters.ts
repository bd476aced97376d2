/** Counters since the start. The event hub feeds them after each commit. */
import Counter from "prom-client/lib/counter.js";
import Histogram from "prom-client/lib/histogram.js";
import type Registry from "prom-client/lib/registry.js";
import { ORIGINAL } from "../../articles/versions/version-store.ts";
import type { Services } from "../../services.ts";

/** Seconds. A project's response timeout is at most ten minutes. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

/** Labels have few values: states and codes of deliveries. @returns stops counting */
export function countEvents(
  registry: Registry,
  { events, drafts, requests }: Pick<Services, "events" | "drafts" | "requests">,
): () => void {
  const registers = [registry];
  const opens = new Counter({
    name: "galley_opens_total",
    help: "Opens of articles by sites. change: opened (first) or reopened.",
    labelNames: ["change"],
    registers,
  });
  for (const change of ["opened", "reopened"]) opens.inc({ change }, 0);
  const saves = new Counter({ name: "galley_saves_total", help: "Versions saved.", registers });
  const steps = new Counter({
    name: "galley_steps_total",
    help: "Editing steps stored while several tabs edited the same article.",
    registers,
  });
  new Counter({
    name: "galley_drafts_total",
    help: "Drafts stored. A draft contains the unsaved changes of a tab.",
    registers,
    collect() {
      this.reset();
      this.inc(drafts.stored());
    },
  });
  new Counter({
    name: "galley_requests_total",
    help: "Requests from sites, by response status. none: the client disconnected before the response.",
    labelNames: ["status"],
    registers,
    collect() {
      this.reset();
      this.inc({ status: "200" }, 0);
      for (const [status, count] of requests.ended()) this.inc({ status: status ?? "none" }, count);
    },
  });
  const attempts = new Counter({
    name: "galley_delivery_attempts_total",
    help: "Finished delivery attempts, by resulting state and error code. none: no error.",
    labelNames: ["state", "code"],
    registers,
  });
  attempts.inc({ state: "delivered", code: "none" }, 0);
  const durations = new Histogram({
    name: "galley_delivery_attempt_duration_seconds",
    help: "Duration from connecting to the end of the response.",
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  return events.subscribe(({ kind, data }) => {
    if (kind === "steps") for (const batch of data.batches) steps.inc(batch.steps?.length ?? 0);
    else if (kind === "version" && data.number !== ORIGINAL) saves.inc();
    else if (kind === "session" && (data.change === "opened" || data.change === "reopened"))
      opens.inc({ change: data.change });
    else if (kind === "delivery" && data.attempt !== undefined) {
      attempts.inc({ state: data.state, code: data.attempt.code ?? "none" });
      durations.observe(data.attempt.durationMs / 1000);
    }
  });
}
