/** Collaboration in 200 articles with two people each, compared with a relay that stores nothing. */
import path from "node:path";
import { memoryOf } from "../../support/proc.ts";
import { alone, beyond } from "../figures.ts";
import { type Scenario, startAppliance, startLoad } from "../workshop.ts";

const ARTICLES = 200;
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
    const order = {
      prefix: "first",
      articles: ARTICLES,
      lettersPerSecond: LETTERS_A_SECOND,
      warmUpSeconds: WARM_UP_S,
      seconds: SECONDS,
      callbackUrl: "http://127.0.0.1:9/galley/callback",
    };
    const script = path.resolve(import.meta.dirname, "../floors/bare-process.ts");
    const relay = await workshop.start({ script, args: ["relay"] });
    const floor = await load("together", { ...order, url: relay.ready.url ?? "", keys: null, pid: relay.pid });
    await relay.stop();

    const appliance = await startAppliance(workshop);
    const own = { ...order, url: appliance.url, keys: await appliance.createProject(), pid: appliance.pid };
    const done = await load("together", own);
    // The heap is warm now, so that the same number of further articles adds only their own memory.
    const warm = memoryOf(appliance.pid)?.rss ?? Number.NaN;
    await load("together", { ...own, prefix: "again", lettersPerSecond: 1, seconds: 2 });
    const grown = (((memoryOf(appliance.pid)?.rss ?? Number.NaN) - warm) * 1000) / ARTICLES;
    const note = `${done.letters} letters; median ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms; load generator busy ${Math.round(done.busy * 100)} %`;
    return [
      beyond("key press to the other tab, p95", "ms", [done.p95], [floor.p95], {
        target: { atMost: MOST_BEYOND_MS },
        note,
      }),
      alone("CPU of the appliance per letter", "ms", [done.cpu / done.letters], MOST_CPU_MS),
      alone("memory of a further article with its event streams", "kB", [grown], MOST_KB),
      alone("rejected requests", "", [done.rejected], 0),
    ];
  },
};
