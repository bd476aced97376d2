/** Counters since the start, and the sums of each hour. The event hub feeds them after each commit. */
import Counter from "prom-client/lib/counter.js";
import Histogram from "prom-client/lib/histogram.js";
import type Registry from "prom-client/lib/registry.js";
import { ORIGINAL_VERSION } from "../../articles/versions/version-store.ts";
import { HOUR_MS } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";

/** Seconds. A project's response timeout is at most ten minutes. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

/** Labels have few values: states and codes of deliveries. Returns a function that stops counting, also of the hours. */
export function countEvents(
  registry: Registry,
  { events, drafts, requests }: Pick<Services, "events" | "drafts" | "requests">,
  countInHour: (one: Activity) => void,
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
    else if (kind === "version" && data.number !== ORIGINAL_VERSION) {
      saves.inc();
      countInHour({ opens: 0, saves: 1 });
    } else if (kind === "session" && (data.change === "opened" || data.change === "reopened")) {
      opens.inc({ change: data.change });
      countInHour({ opens: 1, saves: 0 });
    } else if (kind === "delivery" && data.attempt !== undefined) {
      attempts.inc({ state: data.state, code: data.attempt.code ?? "none" });
      durations.observe(data.attempt.durationMs / 1000);
    }
  });
}

const WRITTEN_EVERY_MS = 60_000;

interface Activity {
  opens: number;
  saves: number;
}

/** Counts opens and saves per hour, in memory; writes once a minute. A crash loses at most the last minute. */
export function keepActivityHours(services: Pick<Services, "runtime" | "commits" | "siteStates">) {
  const { runtime, commits, siteStates } = services;
  const { clock, log } = runtime;
  let sums = new Map<number, Activity>();
  let cancelWrite: (() => void) | null = null;

  const add = (hour: number, { opens, saves }: Activity) => {
    const sum = sums.get(hour) ?? { opens: 0, saves: 0 };
    sums.set(hour, { opens: sum.opens + opens, saves: sum.saves + saves });
  };
  const count = (one: Activity) => {
    const now = clock.now();
    add(now - (now % HOUR_MS), one);
    cancelWrite ??= clock.after(WRITTEN_EVERY_MS, write);
  };
  const write = async () => {
    cancelWrite?.();
    cancelWrite = null;
    const written = sums;
    sums = new Map();
    try {
      await commits.run(() => {
        for (const [hour, { opens, saves }] of written) siteStates.addActivity(hour, opens, saves);
      });
    } catch (error) {
      log.error("Could not store the counts of opens and saves. Retrying with the next ones.", error);
      for (const [hour, sum] of written) add(hour, sum);
    }
  };
  return {
    count,
    /** The sums that are not stored yet, by the start of their hour (ms). */
    waiting: (): ReadonlyMap<number, Activity> => sums,
    /** Stores the remaining sums. */
    async close(): Promise<void> {
      if (cancelWrite !== null) await write();
    },
  };
}
