/** How long the event loop is held up while a newsroom works with bodies up to 100 kB. Design 6: p99 at most 20 ms. */
import path from "node:path";
import { downloadArchive, startSite } from "../../support/site.ts";
import { startAppliance } from "../appliance.ts";
import type { Figure } from "../figures.ts";
import type { Mixed, MixedDone } from "../load/commands.ts";
import type { Scenario } from "../scenario.ts";
import type { Child } from "../workshop.ts";

const WARM_UP_S = 3;
const SECONDS = 8;
const WORKERS = 8;
const PER_SECOND = 40;
const MOST_MS = 20;

interface Delay {
  p50: number;
  p99: number;
  max: number;
  samples: number;
}

export const scenario: Scenario = {
  name: "event-loop",
  title: `Event-loop delay: ${WORKERS} journalists, bodies up to 100 kB, callbacks with downloads`,
  limitMs: 60_000,
  async run(workshop) {
    const preload = path.resolve(import.meta.dirname, "../preload/loop-delay.mjs");
    const appliance = await startAppliance(workshop, ["--import", preload]);
    const idle = await workshop.start({
      script: path.resolve(import.meta.dirname, "../preload/idle.mjs"),
      nodeArgs: ["--import", preload],
    });
    const keys = await appliance.createProject();
    const site = await startSite(async ({ body }) => {
      await (await downloadArchive(keys, body.content_url, body.material_id)).arrayBuffer();
      return { rc: 1, rm: "", data: {} };
    });
    const load = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/load-process.ts") });
    const work = (seconds: number, perSecond: number | null) =>
      load.ask<MixedDone>({
        kind: "mixed",
        url: appliance.url,
        consoleUrl: appliance.consoleUrl,
        authorization: appliance.authorization,
        keys,
        callbackUrl: site.callbackUrl,
        workers: WORKERS,
        perSecond,
        seconds,
      } satisfies Mixed);
    try {
      await work(WARM_UP_S, null);
      return [
        await measure(`p99 at ${PER_SECOND} requests a second`, [appliance, idle], () => work(SECONDS, PER_SECOND)),
        await measure("p99 as fast as it goes", [appliance, idle], () => work(SECONDS, null)),
      ];
    } finally {
      await site.close();
    }
  },
};

async function measure(name: string, children: [Child, Child], work: () => Promise<MixedDone>): Promise<Figure> {
  await Promise.all(children.map((child) => child.ask("reset")));
  const done = await work();
  const [product, idle] = (await Promise.all(children.map((child) => child.ask<Delay>("read")))) as [Delay, Delay];
  return {
    name,
    product: { value: product.p99, unit: "ms" },
    floor: { value: idle.p99, unit: "ms" },
    judged: { value: product.p99 - idle.p99, unit: "ms", spread: null },
    target: { atMost: MOST_MS },
    note: `${Math.round(done.perSecond)} requests a second; median ${product.p50.toFixed(1)} ms, longest ${product.max.toFixed(0)} ms; the floor: a process that did nothing meanwhile`,
  };
}
