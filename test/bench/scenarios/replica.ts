/** The cost of a replica in a folder: opens, drafts and saves with and without one, in turns. */
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { type BenchAppliance, startAppliance } from "../appliance.ts";
import { against, alone, type Figure, inTurns, median } from "../figures.ts";
import { cpuPerRequest, type Done, rates, type Side, sideOf } from "../load/side.ts";
import { type AskLoad, startLoad } from "../load/start-load.ts";
import type { Work } from "../load/turn.ts";
import type { Scenario } from "../scenario.ts";

const WORKS: Work[] = ["first opens", "drafts", "saves"];
const CONNECTIONS = 16;
const WARM_UP_S = 3;
const TURN_S = 5;
const ROUNDS = { most: 4, least: 4, budgetMs: 0 };
const AT_LEAST = 0.9;
const MOST_BEHIND_MS = 10_000;

export const scenario: Scenario = {
  name: "replica",
  title: `With a replica in a folder, against an appliance without one: ${CONNECTIONS} connections`,
  limitMs: 400_000,
  async run(workshop) {
    const load = await startLoad(workshop);
    const plain = await startAppliance(workshop, [], "plain");
    const replicated = await startAppliance(workshop, [], "replicated");
    const sides = {
      plain: await startSide(load, plain),
      replicated: await startSide(load, replicated),
    };
    await replicated.console("PUT", "/replica", { target: workshop.folder("target") });
    await reachesOk(replicated);
    const figures: Figure[] = [];
    for (const work of WORKS) figures.push(await measure(work, sides));
    const behind = await reachesOk(replicated);
    return [
      ...figures,
      alone("until the replica is complete", "ms", [behind], MOST_BEHIND_MS, "right after the last turn"),
    ];
  },
};

async function startSide(load: AskLoad, appliance: BenchAppliance): Promise<Side> {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  return sideOf(load, appliance, await appliance.createProject());
}

/** Waits until the replica is less than a second behind. @returns ms */
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
  for (const side of [plain, replicated]) await side(work, CONNECTIONS, WARM_UP_S);
  const [withReplica, without] = await inTurns(
    ROUNDS,
    () => replicated(work, CONNECTIONS, TURN_S),
    () => plain(work, CONNECTIONS, TURN_S),
  );
  const slowest = (all: Done[]) => median(all.map(({ p99 }) => p99)).toFixed(0);
  return against(work, "/s", rates(withReplica), rates(without), {
    target: { atLeast: AT_LEAST },
    note: `CPU per request ${cpuPerRequest(withReplica)} ms against ${cpuPerRequest(without)} ms; p99 ${slowest(withReplica)} ms against ${slowest(without)} ms`,
  });
}
