/** What a replica in a folder costs: opens, drafts and saves with and without one, in turns. */
import path from "node:path";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { cpuOf } from "../../support/proc.ts";
import { type BenchAppliance, startAppliance } from "../appliance.ts";
import { against, alone, type Figure, inTurns, median } from "../figures.ts";
import type { Turn, TurnDone, Work } from "../load/commands.ts";
import type { Scenario } from "../scenario.ts";
import type { Child, Workshop } from "../workshop.ts";

const WORKS: Work[] = ["first opens", "drafts", "saves"];
const CONNECTIONS = 16;
const WARM_UP_S = 3;
const TURN_S = 5;
const ROUNDS = { most: 4, least: 4, budgetMs: 0 };
const AT_LEAST = 0.9;
const MOST_BEHIND_MS = 10_000;
/** Nobody listens there. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";

type Done = TurnDone & { cpuMs: number };
type Side = (work: Work, seconds: number) => Promise<Done>;

export const scenario: Scenario = {
  name: "replica",
  title: `With a replica in a folder, beside an appliance without one: ${CONNECTIONS} connections`,
  limitMs: 400_000,
  async run(workshop) {
    const load = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/load-process.ts") });
    const plain = await startAppliance(workshop, [], "plain");
    const replicated = await startAppliance(workshop, [], "replicated");
    const sides = {
      plain: await startSide(load, plain),
      replicated: await startSide(load, replicated),
    };
    await replicate(replicated, workshop);
    const figures: Figure[] = [];
    for (const work of WORKS) figures.push(await measure(work, sides));
    figures.push(await caughtUp(replicated));
    return figures;
  },
};

async function startSide(load: Child, appliance: BenchAppliance): Promise<Side> {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const keys = await appliance.createProject();
  let turns = 0;
  return async (work, seconds) => {
    const before = cpuOf(appliance.pid) ?? Number.NaN;
    const done = await load.ask<TurnDone>({
      ...{ kind: "turn", url: appliance.url, keys, callbackUrl: CALLBACK_URL },
      ...{ prefix: `t${++turns}`, work, connections: CONNECTIONS, seconds },
    } satisfies Turn);
    return { ...done, cpuMs: ((cpuOf(appliance.pid) ?? Number.NaN) - before) / done.count };
  };
}

async function replicate(appliance: BenchAppliance, workshop: Workshop): Promise<void> {
  await appliance.console("PUT", "/replica", { target: workshop.folder("target") });
  await reachesOk(appliance);
}

/** @returns ms that it took */
async function reachesOk(appliance: BenchAppliance): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { state, lag_ms, detail } = await appliance.console<ReplicaView>("GET", "/replica");
    if (state === "failing") throw new Error(detail);
    if (state === "ok" && lag_ms !== null && lag_ms < 1_000) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function measure(work: Work, { plain, replicated }: Record<"plain" | "replicated", Side>): Promise<Figure> {
  for (const side of [plain, replicated]) await side(work, WARM_UP_S);
  const [with_, without] = await inTurns(
    ROUNDS,
    () => replicated(work, TURN_S),
    () => plain(work, TURN_S),
  );
  const rates = (all: Done[]) => all.map(({ perSecond }) => perSecond);
  const cpu = (all: Done[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);
  const slowest = (all: Done[]) => median(all.map(({ p99 }) => p99)).toFixed(0);
  return against(work, "/s", rates(with_), rates(without), {
    target: { atLeast: AT_LEAST },
    note: `CPU of one ${cpu(with_)} ms against ${cpu(without)} ms; p99 ${slowest(with_)} ms against ${slowest(without)} ms`,
  });
}

async function caughtUp(appliance: BenchAppliance): Promise<Figure> {
  const ms = await reachesOk(appliance);
  return alone("until the target has all", "ms", [ms], MOST_BEHIND_MS, "right after the last turn");
}
