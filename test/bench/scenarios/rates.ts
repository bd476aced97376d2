/**
 * Rates of opens, drafts and saves: against bare Express routes that check the same HMAC and make one commit, against a
 * FastAPI route if it is installed, and with a replica against without one.
 */
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { cpuOf } from "../../support/proc.ts";
import type { Keys } from "../../support/site.ts";
import { against, alone, type Figure, inTurns, median } from "../figures.ts";
import { startFastApi } from "../floors/other-servers.ts";
import type { TurnDone, Work } from "../load/turn.ts";
import type { AskLoad, BenchAppliance, Scenario, Workshop } from "../workshop.ts";
import { startAppliance, startLoad } from "../workshop.ts";

const TURN_S = 5;
const REPLICA_CONNECTIONS = 16;
const REPLICA_AT_LEAST = 0.9;
const MOST_BEHIND_MS = 10_000;

/** Number of connections → minimum ratio to the floor's rate. */
type Targets = Record<number, number>;

export const opens: Scenario = {
  name: "opens",
  title: "Opening a session: 1, 16 and 64 connections",
  limitMs: 500_000,
  run(workshop) {
    const works = ["first opens", "opens that change", "opens without a change"] as const;
    return compareWorks(workshop, works, { 1: 1, 16: 2, 64: 2.5 }, { 64: 5 });
  },
};

export const writing: Scenario = {
  name: "writing",
  title: "Drafts of 20 kB and saves of 1,000 words: 1, 16 and 64 connections",
  limitMs: 300_000,
  run: (workshop) => compareWorks(workshop, ["drafts", "saves"], { 1: 1, 16: 2, 64: 3 }),
};

export const replica: Scenario = {
  name: "replica",
  title: `With a replica in a folder, against an appliance without one: ${REPLICA_CONNECTIONS} connections`,
  limitMs: 400_000,
  async run(workshop) {
    const load = await startLoad(workshop);
    const plain = await startHolding(workshop, "plain");
    const replicated = await startHolding(workshop, "replicated");
    const own = sideOf(load, replicated.appliance, replicated.keys);
    const other = sideOf(load, plain.appliance, plain.keys);
    await replicated.appliance.console("PUT", "/replica", { target: workshop.folder("target") });
    await reachesOk(replicated.appliance);
    const figures: Figure[] = [];
    for (const work of ["first opens", "drafts", "saves"] as const) {
      for (const side of [other, own]) await side(work, REPLICA_CONNECTIONS, 3);
      const [withReplica, without] = await inTurns(
        { most: 4, least: 4, budgetMs: 0 },
        () => own(work, REPLICA_CONNECTIONS, TURN_S),
        () => other(work, REPLICA_CONNECTIONS, TURN_S),
      );
      const slowest = (all: Done[]) => median(all.map(({ p99 }) => p99)).toFixed(0);
      const note = `p99 ${slowest(withReplica)} ms against ${slowest(without)} ms`;
      figures.push(rateAgainst(work, withReplica, without, REPLICA_AT_LEAST, note));
    }
    const behind = await reachesOk(replicated.appliance);
    const note = "right after the last turn";
    return [...figures, alone("until the replica is complete", "ms", [behind], MOST_BEHIND_MS, note)];
  },
};

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

/** The floors send no callbacks, so the appliance holds its own; `newsroom` measures saves with their callbacks. */
async function startHolding(workshop: Workshop, folder: string) {
  const appliance = await startAppliance(workshop, workshop.folder(folder));
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  return { appliance, keys: await appliance.createProject() };
}

type Done = TurnDone & { cpuMs: number };
type Side = (work: Work, connections: number, seconds: number) => Promise<Done>;

/** One side of a comparison: runs a kind of work for some seconds. */
function sideOf(load: AskLoad, { pid, url }: { pid: number; url: string }, keys: Keys): Side {
  let turns = 0;
  return async (work, connections, seconds) => {
    const before = cpuOf(pid) ?? Number.NaN;
    const done = await load("turn", { url, keys, prefix: `t${++turns}`, work, connections, seconds });
    return { ...done, cpuMs: ((cpuOf(pid) ?? Number.NaN) - before) / done.count };
  };
}

function rateAgainst(name: string, product: Done[], floor: Done[], atLeast: number, more: string): Figure {
  const rates = (all: Done[]) => all.map(({ perSecond }) => perSecond);
  const cpu = (all: Done[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);
  const note = `CPU per request ${cpu(product)} ms against ${cpu(floor)} ms; ${more}`;
  return against(name, "/s", rates(product), rates(floor), { atLeast }, note);
}

/** Measures each kind of work with each number of connections, in turns, after warming up all sides. */
async function compareWorks(
  workshop: Workshop,
  works: readonly Work[],
  express: Targets,
  fastApi?: Targets,
): Promise<Figure[]> {
  const { appliance, keys } = await startHolding(workshop, "appliance");
  const bare = await workshop.start("floors/open-route.mjs", [workshop.folder("floor"), keys.api_secret]);
  const python = fastApi === undefined ? null : await startFastApi(workshop, keys.api_secret);
  const load = await startLoad(workshop);
  const product = sideOf(load, appliance, keys);
  const floor = sideOf(load, { pid: bare.pid, url: bare.ready.url ?? "" }, keys);
  const pythonSide = python && sideOf(load, python, keys);
  const figures: Figure[] = [];
  for (const work of works) {
    for (const side of [product, floor, pythonSide]) await side?.(work, 16, 4);
    for (const [connections, atLeast] of Object.entries(express).map(([key, value]) => [Number(key), value] as const)) {
      const pythonAtLeast = fastApi?.[connections];
      const ofPython: Done[] = [];
      const [own, ofFloor] = await inTurns(
        { most: 2, least: 2, budgetMs: 0 },
        () => product(work, connections, TURN_S),
        async () => {
          const done = await floor(work, connections, TURN_S);
          if (pythonSide && pythonAtLeast) ofPython.push(await pythonSide(work, connections, TURN_S));
          return done;
        },
      );
      const busy = Math.max(...[...own, ...ofFloor, ...ofPython].map((done) => done.busy));
      const note = `load generator busy at most ${Math.round(busy * 100)} %`;
      const name = `${work}, ${connections} ${connections === 1 ? "connection" : "connections"}`;
      const [ownP99, floorP99] = [own, ofFloor].map((all) => all.map(({ p99 }) => p99)) as [number[], number[]];
      figures.push(rateAgainst(name, own, ofFloor, atLeast, note));
      figures.push(against(`${name}, p99`, "ms", ownP99, floorP99, { atMost: 1 }));
      if (python && pythonAtLeast)
        figures.push(rateAgainst(`${name}, FastAPI`, own, ofPython, pythonAtLeast, python.versions));
    }
  }
  return figures;
}
