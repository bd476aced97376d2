/** A newsroom of 1,000 editors (docs/performance.md). At the end all streams break at once while drafts continue. */
import { cpuOf, peakDuring } from "../../support/proc.ts";
import { alone } from "../figures.ts";
import { EDITORS, type Spread, TOTAL_MS } from "../load/newsroom.ts";
import { type Scenario, startAppliance, startLoad } from "../workshop.ts";

const SITES = 20;
const MOST_MS = 30;
const MOST_MB = 300;
const SAMPLE_EVERY_MS = 250;

export const newsroom: Scenario = {
  name: "newsroom",
  title: `Newsroom: ${EDITORS.toLocaleString("en")} editors, a draft every 2 s, a save every 20 s, an upload of 5 MB/s`,
  limitMs: 120_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const { url, pid } = appliance;
    const sites = await startLoad(workshop);
    const callbackUrls = await sites("receivers", { sites: SITES });
    const order = { url, keys: await appliance.createProject(), callbackUrls };
    const load = await startLoad(workshop);
    const cpuBefore = cpuOf(pid) ?? Number.NaN;
    const { result: done, peak } = await peakDuring(pid, SAMPLE_EVERY_MS, () => load("newsroom", order));
    const cpu = (((cpuOf(pid) ?? Number.NaN) - cpuBefore) / TOTAL_MS) * 100;
    const { deliveries } = await appliance.console<{ deliveries: Record<string, number> }>("GET", "/overview");
    const states = Object.entries(deliveries)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`);
    const { drafts, saves, reconnect, rejected, firstRejection, lostStreams, uploadedBytes, busy } = done;
    const again = reconnect.drafts;
    const notes = {
      load: `${spread(drafts)}; load generator busy ${Math.round(busy * 100)} %`,
      longest: `the longest ${Math.max(drafts.longest, saves.longest).toFixed(0)} ms`,
      reconnect:
        `${spread(again)}, longest ${again.longest.toFixed(0)} ms; ` +
        `the last was connected after ${(reconnect.lastBack / 1000).toFixed(1)} s`,
      rejected:
        `${firstRejection || "none rejected"}; ${Math.round(uploadedBytes / 1e6)} MB uploaded; ` +
        `callbacks: ${states.join(", ") || "none pending or failed"}`,
    };
    return [
      alone("drafts, p95", "ms", [drafts.p95], MOST_MS, notes.load),
      alone("saves, p95", "ms", [saves.p95], MOST_MS, spread(saves)),
      alone("drafts and saves over 100 ms", "", [drafts.late + saves.late], 0, notes.longest),
      alone("drafts over 100 ms while all editors reconnect", "", [again.late], 0, notes.reconnect),
      alone("rejected requests and lost streams", "", [rejected + lostStreams], 0, notes.rejected),
      alone("peak memory", "MB", [peak], MOST_MB, `CPU ${Math.round(cpu)} % of one core`),
    ];
  },
};

const spread = ({ count, p50, p99 }: Spread) => `${count}; median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
