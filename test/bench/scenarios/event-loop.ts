/** Event-loop delay under a mix of requests with bodies up to 100 kB. */
import path from "node:path";
import { downloadArchive, startSite } from "../../support/site.ts";
import { beyond, type Figure, inTurns, median } from "../figures.ts";
import { WORKERS } from "../load/mixed.ts";
import { type Child, type Scenario, startAppliance, startLoad } from "../workshop.ts";

const WARM_UP_S = 3;
const ROUND_S = 3;
const ROUNDS = { most: 3, least: 3, budgetMs: 0 };
const PER_SECOND = 40;
const MOST_MS = 20;

export const eventLoop: Scenario = {
  name: "event-loop",
  title: `Event-loop delay: ${WORKERS} journalists, bodies up to 100 kB, callbacks with downloads`,
  limitMs: 80_000,
  async run(workshop) {
    const nodeArgs = ["--import", path.resolve(import.meta.dirname, "../preload/loop-delay.mjs")];
    const appliance = await startAppliance(workshop, undefined, nodeArgs);
    const floor = await workshop.start("floors/bare-process.ts", ["commits", workshop.folder("floor")], nodeArgs);
    const load = await startLoad(workshop);
    const { url, consoleUrl, consoleToken } = appliance;
    const keys = await appliance.createProject();
    const site = await startSite(async ({ body }) => {
      await (await downloadArchive(keys, body.content_url, body.material_id)).arrayBuffer();
      return { rc: 1, rm: "", data: {} };
    });
    const order = { url, consoleUrl, consoleToken, keys, callbackUrl: site.callbackUrl };
    const measure = async (name: string, perSecond: number | null): Promise<Figure> => {
      const [own, least] = await inTurns(
        ROUNDS,
        () => watch(appliance, () => load("mixed", { ...order, perSecond, seconds: ROUND_S })),
        () => watch(floor, () => floor.ask({ seconds: ROUND_S, perSecond })),
      );
      const [ownDelays, leastDelays] = [own, least].map((all) => all.map(({ p99 }) => p99)) as [number[], number[]];
      const [longest, ofFloor] = [own, least].map((all) => Math.max(...all.map(({ max }) => max)).toFixed(0));
      const note =
        `${Math.round(median(own.map(({ result }) => result)))} requests a second; longest ${longest} ms against ` +
        `${ofFloor} ms; the floor commits 100 kB at the same rate`;
      return beyond(name, "ms", ownDelays, leastDelays, MOST_MS, note);
    };
    try {
      await load("mixed", { ...order, perSecond: null, seconds: WARM_UP_S });
      return [
        await measure(`p99 at ${PER_SECOND} requests a second`, PER_SECOND),
        await measure("p99 without pauses", null),
      ];
    } finally {
      await site.close();
    }
  },
};

/** Measures the event-loop delay of a process during `work`, ms. */
async function watch<T>(child: Child, work: () => Promise<T>): Promise<{ result: T; p99: number; max: number }> {
  await child.ask("reset");
  const result = await work();
  return { result, ...(await child.ask<{ p99: number; max: number }>("read")) };
}
