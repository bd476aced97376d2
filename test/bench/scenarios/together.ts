/** Writing together: 200 articles of two people each, 8 letters a second, against a relay that stores nothing. */
import path from "node:path";
import { memoryOf } from "../../support/proc.ts";
import { startAppliance } from "../appliance.ts";
import { alone } from "../figures.ts";
import type { Together, TogetherDone } from "../load/commands.ts";
import type { Scenario } from "../scenario.ts";

const ARTICLES = 200;
const LETTERS_A_SECOND = 8;
const WARM_UP_S = 3;
const SECONDS = 15;
const MOST_BEYOND_MS = 150;
const MOST_CPU_MS = 0.3;
const MOST_KB = 100;

export const scenario: Scenario = {
  name: "together",
  title: `Writing together: ${ARTICLES} articles, two people each, ${LETTERS_A_SECOND} letters a second`,
  limitMs: 120_000,
  async run(workshop) {
    const file = (name: string) => path.resolve(import.meta.dirname, "..", name);
    const load = await workshop.start({ script: file("load/load-process.ts") });
    const order = {
      kind: "together",
      prefix: "first",
      articles: ARTICLES,
      lettersPerSecond: LETTERS_A_SECOND,
      warmUpSeconds: WARM_UP_S,
      seconds: SECONDS,
      callbackUrl: "http://127.0.0.1:9/galley/callback",
    } as const;
    const relay = await workshop.start({ script: file("floors/relay.ts") });
    const relayUrl = relay.ready.url ?? "";
    const floor = await load.ask<TogetherDone>({
      ...order,
      url: relayUrl,
      keys: null,
      pid: relay.pid,
    } satisfies Together);
    await relay.stop();

    const appliance = await startAppliance(workshop);
    const keys = await appliance.createProject();
    const done = await load.ask<TogetherDone>({
      ...order,
      url: appliance.url,
      keys,
      pid: appliance.pid,
    } satisfies Together);
    // The heap has grown by the work itself: as many articles again need only their own memory.
    const warm = memoryOf(appliance.pid)?.rss ?? Number.NaN;
    const again = {
      ...order,
      url: appliance.url,
      keys,
      pid: appliance.pid,
      prefix: "again",
      lettersPerSecond: 1,
      seconds: 2,
    };
    await load.ask<TogetherDone>(again satisfies Together);
    const grown = (((memoryOf(appliance.pid)?.rss ?? Number.NaN) - warm) * 1000) / ARTICLES;
    const note = `${done.letters} letters; median ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms; load generator busy ${Math.round(done.busy * 100)} %`;
    return [
      {
        name: "letter to letter, p95",
        product: { value: done.p95, unit: "ms" },
        floor: { value: floor.p95, unit: "ms" },
        judged: { value: done.p95 - floor.p95, unit: "ms", spread: null },
        target: { atMost: MOST_BEYOND_MS },
        note,
      },
      alone("CPU of the appliance per letter", "ms", [done.cpu / done.letters], MOST_CPU_MS),
      alone("memory of a further article, its event streams included", "kB", [grown], MOST_KB),
      alone("refused", "", [done.refused], 0),
    ];
  },
};
