/** Collaboration in 200 articles with two people each, compared with a relay that stores nothing. */
import { memoryOf } from "../../support/proc.ts";
import { alone, beyond } from "../figures.ts";
import { ARTICLES } from "../load/together.ts";
import { type Scenario, startAppliance, startLoad } from "../workshop.ts";

const LETTERS_A_SECOND = 8;
const WARM_UP_S = 3;
const SECONDS = 15;
const MOST_BEYOND_MS = 150;
const MOST_CPU_MS = 0.3;
const MOST_KB = 100;

export const together: Scenario = {
  name: "together",
  title: `Writing together: ${ARTICLES} articles, two people each, ${LETTERS_A_SECOND} letters a second`,
  limitMs: 120_000,
  async run(workshop) {
    const load = await startLoad(workshop);
    const times = { lettersPerSecond: LETTERS_A_SECOND, warmUpSeconds: WARM_UP_S, seconds: SECONDS };
    const relay = await workshop.start("floors/bare-process.ts", ["relay"]);
    const onRelay = { prefix: "first", url: relay.ready.url ?? "", keys: null, pid: relay.pid };
    const floor = await load("together", { ...times, ...onRelay });
    await relay.stop();

    const appliance = await startAppliance(workshop);
    const { url, pid } = appliance;
    const own = { ...times, prefix: "first", url, keys: await appliance.createProject(), pid };
    const done = await load("together", own);
    // The heap is warm now, so that the same number of further articles adds only their own memory.
    const warm = memoryOf(pid)?.rss ?? Number.NaN;
    await load("together", { ...own, prefix: "again", lettersPerSecond: 1, seconds: 2 });
    const grown = (((memoryOf(pid)?.rss ?? Number.NaN) - warm) * 1000) / ARTICLES;
    const note =
      `${done.letters} letters; median ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms; ` +
      `load generator busy ${Math.round(done.busy * 100)} %`;
    return [
      beyond("key press to the other tab, p95", "ms", [done.p95], [floor.p95], MOST_BEYOND_MS, note),
      alone("CPU of the appliance per letter", "ms", [done.cpu / done.letters], MOST_CPU_MS),
      alone("memory of a further article with its event streams", "kB", [grown], MOST_KB),
      alone("rejected requests", "", [done.rejected], 0),
    ];
  },
};
