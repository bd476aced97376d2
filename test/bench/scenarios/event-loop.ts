/** Event-loop delay under a mix of requests with bodies up to 100 kB. */
import path from "node:path";
import { downloadArchive, startSite } from "../../support/site.ts";
import { beyond, type Figure, inTurns, median } from "../figures.ts";
import { type Child, type Scenario, startAppliance, startLoad } from "../workshop.ts";

const WARM_UP_S = 3;
const ROUND_S = 3;
const ROUNDS = { most: 3, least: 3, budgetMs: 0 };
const WORKERS = 8;
const PER_SECOND = 40;
const MOST_MS = 20;

interface Delay {
  p99: number;
  max: number;
}

export const eventLoop: Scenario = {
  name: "event-loop",
  title: `Event-loop delay: ${WORKERS} journalists, bodies up to 100 kB, callbacks with downloads`,
  limitMs: 80_000,
  async run(workshop) {
    const nodeArgs = ["--import", path.resolve(import.meta.dirname, "../preload/loop-delay.mjs")];
    const appliance = await startAppliance(workshop, { nodeArgs });
    const script = path.resolve(import.meta.dirname, "../floors/bare-process.ts");
    const floor = await workshop.start({ script, args: ["commits", workshop.folder("floor")], nodeArgs });
    const load = await startLoad(workshop);
    const keys = await appliance.createProject();
    const site = await startSite(async ({ body }) => {
      await (await downloadArchive(keys, body.content_url, body.material_id)).arrayBuffer();
      return { rc: 1, rm: "", data: {} };
    });
    const { url, consoleUrl, authorization } = appliance;
    const place = { url, consoleUrl, authorization };
    const newsroom = (seconds: number, perSecond: number | null) =>
      load("mixed", { ...place, keys, callbackUrl: site.callbackUrl, workers: WORKERS, perSecond, seconds });
    const measure = (name: string, perSecond: number | null) =>
      compare(
        name,
        { child: appliance, work: () => newsroom(ROUND_S, perSecond) },
        { child: floor, work: async () => void (await floor.ask({ seconds: ROUND_S, perSecond })) },
      );
    try {
      await newsroom(WARM_UP_S, null);
      return [
        await measure(`p99 at ${PER_SECOND} requests a second`, PER_SECOND),
        await measure("p99 without pauses", null),
      ];
    } finally {
      await site.close();
    }
  },
};

interface Side<T> {
  child: Child;
  work(): Promise<T>;
}

async function compare(name: string, product: Side<number>, floor: Side<void>): Promise<Figure> {
  const [own, floors] = await inTurns(
    ROUNDS,
    () => watch(product),
    async () => (await watch(floor)).delay,
  );
  const rates = own.map(({ result }) => result);
  const delays = own.map(({ delay }) => delay);
  const p99 = (all: Delay[]) => all.map((delay) => delay.p99);
  const longest = (all: Delay[]) => Math.max(...all.map(({ max }) => max)).toFixed(0);
  const note =
    `${Math.round(median(rates))} requests a second; longest ${longest(delays)} ms against ` +
    `${longest(floors)} ms; the floor commits 100 kB at the same rate`;
  return beyond(name, "ms", p99(delays), p99(floors), { target: { atMost: MOST_MS }, note });
}

async function watch<T>({ child, work }: Side<T>): Promise<{ delay: Delay; result: T }> {
  await child.ask("reset");
  const result = await work();
  return { delay: await child.ask<Delay>("read"), result };
}
