/** A newsroom of 1,000 editors (docs/performance.md). At the end all streams break at once while drafts continue. */
import { cpuOf, peakDuring } from "../../support/proc.ts";
import { alone } from "../figures.ts";
import type { Spread } from "../load/newsroom.ts";
import { type Scenario, startAppliance, startLoad } from "../workshop.ts";

const EDITORS = 1_000;
const SITES = 20;
const WARM_UP_S = 4;
const SECONDS = 20;
const RECONNECT_SECONDS = 8;
const MOST_MS = 30;
const MOST_MB = 300;
const SAMPLE_EVERY_MS = 250;

export const newsroom: Scenario = {
  name: "newsroom",
  title: `Newsroom: ${EDITORS.toLocaleString("en")} editors, a draft every 2 s, a save every 20 s, an upload of 5 MB/s`,
  limitMs: 120_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const keys = await appliance.createProject();
    const sites = await startLoad(workshop);
    const order = {
      url: appliance.url,
      keys,
      callbackUrls: await sites("receivers", { sites: SITES }),
      editors: EDITORS,
      warmUpSeconds: WARM_UP_S,
      seconds: SECONDS,
      reconnectSeconds: RECONNECT_SECONDS,
    };
    const load = await startLoad(workshop);
    const cpuBefore = cpuOf(appliance.pid) ?? Number.NaN;
    const { result: done, peak } = await peakDuring(appliance.pid, SAMPLE_EVERY_MS, () => load("newsroom", order));
    const cpu = ((cpuOf(appliance.pid) ?? Number.NaN) - cpuBefore) / (WARM_UP_S + SECONDS + RECONNECT_SECONDS) / 10;
    const { deliveries } = await appliance.console<{ deliveries: Record<string, number> }>("GET", "/overview");
    const states = Object.entries(deliveries)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`);
    const loadNote = `load generator busy ${Math.round(done.busy * 100)} %`;
    return [
      alone("drafts, p95", "ms", [done.drafts.p95], MOST_MS, `${spread(done.drafts)}; ${loadNote}`),
      alone("saves, p95", "ms", [done.saves.p95], MOST_MS, spread(done.saves)),
      alone(
        "drafts and saves over 100 ms",
        "",
        [done.drafts.late + done.saves.late],
        0,
        `the longest ${Math.max(done.drafts.longest, done.saves.longest).toFixed(0)} ms`,
      ),
      alone(
        "drafts over 100 ms while all editors reconnect",
        "",
        [done.reconnect.drafts.late],
        0,
        `${spread(done.reconnect.drafts)}, longest ${done.reconnect.drafts.longest.toFixed(0)} ms; the last was connected after ${(done.reconnect.lastBack / 1000).toFixed(1)} s`,
      ),
      alone(
        "rejected requests and lost streams",
        "",
        [done.rejected + done.lostStreams],
        0,
        `${done.firstRejection || "none rejected"}; ${Math.round(done.uploadedBytes / 1e6)} MB uploaded; callbacks: ${states.join(", ") || "none pending or failed"}`,
      ),
      alone("peak memory", "MB", [peak], MOST_MB, `CPU ${Math.round(cpu)} % of one core`),
    ];
  },
};

const spread = ({ count, p50, p99 }: Spread) => `${count}; median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
