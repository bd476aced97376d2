/**
 * Opens, drafts and saves against a bare Express route for each, with the same HMAC and one commit of its own. Targets:
 * at least 2 × with 16 connections, 3 × with 64, never below 1 × with one; the slowest of a hundred no slower.
 */
import path from "node:path";
import { type BenchAppliance, consolePatch, startAppliance } from "./appliance.ts";
import { type Figure, inTurns, judge, median, ratios } from "./figures.ts";
import type { Turn, TurnDone, Work } from "./load/commands.ts";
import { cpuOf } from "./proc.ts";
import type { Child, Workshop } from "./workshop.ts";

const WARM_UP_S = 4;
const TURN_S = 5;
const ROUNDS = { most: 2, least: 2, budgetMs: 0 };
/** connections → at least so many times the floor. */
const TARGETS = new Map([
  [1, 1],
  [16, 2],
  [64, 3],
]);
/** Nobody listens there. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";

/** Each kind of work with each number of connections, in turns, both sides warm. */
export async function compareWorks(workshop: Workshop, works: Work[]): Promise<Figure[]> {
  const appliance = await startAppliance(workshop);
  // A floor calls nobody back, so neither does the appliance: what saves cost with their callbacks is `newsroom`.
  await consolePatch(appliance, "/settings", { deliveries_paused: true });
  const keys = await appliance.createProject();
  const floor = await workshop.start({
    script: path.resolve(import.meta.dirname, "./floors/open-route.mjs"),
    args: [workshop.folder("floor"), keys.api_secret],
  });
  const load = await workshop.start({ script: path.resolve(import.meta.dirname, "./load/load-process.ts") });
  const base = { kind: "turn" as const, keys, callbackUrl: CALLBACK_URL };
  let turns = 0;
  const sideOf = (child: BenchAppliance | Child) => async (work: Work, connections: number, seconds: number) => {
    const before = cpuOf(child.pid) ?? Number.NaN;
    const url = child.ready.url ?? "";
    const done = await load.ask<TurnDone>({
      ...base,
      url,
      prefix: `t${++turns}`,
      work,
      connections,
      seconds,
    } satisfies Turn);
    return { ...done, cpuMs: ((cpuOf(child.pid) ?? Number.NaN) - before) / done.count };
  };
  const sides = { product: sideOf(appliance), floor: sideOf(floor) };
  const figures: Figure[] = [];
  for (const work of works) {
    await sides.product(work, 16, WARM_UP_S);
    await sides.floor(work, 16, WARM_UP_S);
    for (const [connections, least] of TARGETS) figures.push(...(await measure(work, connections, least, sides)));
  }
  return figures;
}

type Side = (work: Work, connections: number, seconds: number) => Promise<TurnDone & { cpuMs: number }>;

async function measure(
  work: Work,
  connections: number,
  least: number,
  sides: { product: Side; floor: Side },
): Promise<Figure[]> {
  const product: Awaited<ReturnType<Side>>[] = [];
  const floor: typeof product = [];
  await inTurns(
    ROUNDS,
    async () => void product.push(await sides.product(work, connections, TURN_S)),
    async () => void floor.push(await sides.floor(work, connections, TURN_S)),
  );
  const rate = (all: TurnDone[]) => all.map(({ perSecond }) => perSecond);
  const slowest = (all: TurnDone[]) => all.map(({ p99 }) => p99);
  const cpu = (all: { cpuMs: number }[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);
  const busy = Math.max(...[...product, ...floor].map((done) => done.busy));
  const name = `${work}, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  return [
    {
      name,
      product: { value: median(rate(product)), unit: "/s" },
      floor: { value: median(rate(floor)), unit: "/s" },
      judged: judge(ratios(rate(product), rate(floor)), "×"),
      target: { atLeast: least },
      note: `CPU of one ${cpu(product)} ms against ${cpu(floor)} ms; load generator busy at most ${Math.round(busy * 100)} %`,
    },
    {
      name: `${name}, p99`,
      product: { value: median(slowest(product)), unit: "ms" },
      floor: { value: median(slowest(floor)), unit: "ms" },
      judged: judge(ratios(slowest(product), slowest(floor)), "×"),
      target: { atMost: 1 },
    },
  ];
}
