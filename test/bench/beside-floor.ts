/**
 * Opens, drafts and saves against a bare Express route for each, with the same HMAC and one commit of its own, and opens
 * against a FastAPI route where that is installed. Each scenario has its own targets; the slowest of a hundred is never
 * to be slower than the floor's.
 */
import path from "node:path";
import { cpuOf } from "../support/proc.ts";
import { startAppliance } from "./appliance.ts";
import { against, type Figure, inTurns, median } from "./figures.ts";
import { type FastApi, startFastApi } from "./floors/fastapi.ts";
import type { Turn, TurnDone, Work } from "./load/commands.ts";
import type { Workshop } from "./workshop.ts";

const WARM_UP_S = 4;
const TURN_S = 5;
const ROUNDS = { most: 2, least: 2, budgetMs: 0 };
/** connections → at least so many times the floor. */
export type RateTargets = ReadonlyMap<number, number>;

export interface Comparison {
  works: Work[];
  express: RateTargets;
  /** Null where there is no such floor for these works; measured with these numbers of connections only. */
  fastApi: RateTargets | null;
}

/** Nobody listens there. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";

/** Each kind of work with each number of connections, in turns, both sides warm. */
export async function compareWorks(
  workshop: Workshop,
  { works, express, fastApi: fastApiTargets }: Comparison,
): Promise<Figure[]> {
  const appliance = await startAppliance(workshop);
  // A floor calls nobody back, so neither does the appliance: what saves cost with their callbacks is `newsroom`.
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const keys = await appliance.createProject();
  const floor = await workshop.start({
    script: path.resolve(import.meta.dirname, "./floors/open-route.mjs"),
    args: [workshop.folder("floor"), keys.api_secret],
  });
  const fastApi = fastApiTargets === null ? null : await startFastApi(workshop, keys.api_secret);
  const load = await workshop.start({ script: path.resolve(import.meta.dirname, "./load/load-process.ts") });
  const base = { kind: "turn" as const, keys, callbackUrl: CALLBACK_URL };
  let turns = 0;
  const sideOf =
    ({ pid, url }: { pid: number; url: string }): Side =>
    async (work, connections, seconds) => {
      const before = cpuOf(pid) ?? Number.NaN;
      const done = await load.ask<TurnDone>({
        ...base,
        url,
        prefix: `t${++turns}`,
        work,
        connections,
        seconds,
      } satisfies Turn);
      return { ...done, cpuMs: ((cpuOf(pid) ?? Number.NaN) - before) / done.count };
    };
  const sides = {
    product: sideOf(appliance),
    floor: sideOf({ pid: floor.pid, url: floor.ready.url ?? "" }),
    fastApi: fastApi === null ? null : { side: sideOf(fastApi), versions: fastApi.versions },
  };
  const figures: Figure[] = [];
  for (const work of works) {
    for (const side of [sides.product, sides.floor, sides.fastApi?.side]) await side?.(work, 16, WARM_UP_S);
    for (const [connections, atLeast] of express) {
      const hosted = fastApiTargets?.get(connections);
      const fastApiSide = hosted === undefined ? null : sides.fastApi;
      const targets = { express: atLeast, fastApi: hosted ?? 0 };
      figures.push(...(await measure(work, connections, targets, { ...sides, fastApi: fastApiSide })));
    }
  }
  return figures;
}

type Done = TurnDone & { cpuMs: number };
type Side = (work: Work, connections: number, seconds: number) => Promise<Done>;

interface Sides {
  product: Side;
  floor: Side;
  fastApi: { side: Side; versions: FastApi["versions"] } | null;
}

async function measure(
  work: Work,
  connections: number,
  targets: { express: number; fastApi: number },
  sides: Sides,
): Promise<Figure[]> {
  const { fastApi: beside } = sides;
  const [product, floors] = await inTurns(
    ROUNDS,
    () => sides.product(work, connections, TURN_S),
    async () => {
      const done = await sides.floor(work, connections, TURN_S);
      return { done, fastApi: beside === null ? [] : [await beside.side(work, connections, TURN_S)] };
    },
  );
  const floor = floors.map(({ done }) => done);
  const fastApi = floors.flatMap((each) => each.fastApi);
  const slowest = (all: TurnDone[]) => all.map(({ p99 }) => p99);
  const busy = Math.max(...[...product, ...floor, ...fastApi].map((done) => done.busy));
  const name = `${work}, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  const besides = (other: Done[], named: string, atLeast: number, more: string) =>
    against(named, "/s", rates(product), rates(other), {
      target: { atLeast },
      note: `CPU of one ${cpuOfOne(product)} ms against ${cpuOfOne(other)} ms; ${more}`,
    });
  const figures = [
    besides(floor, name, targets.express, `load generator busy at most ${Math.round(busy * 100)} %`),
    against(`${name}, p99`, "ms", slowest(product), slowest(floor), { target: { atMost: 1 } }),
  ];
  if (beside === null) return figures;
  return [...figures, besides(fastApi, `${name}, FastAPI`, targets.fastApi, beside.versions)];
}

const rates = (all: TurnDone[]) => all.map(({ perSecond }) => perSecond);
const cpuOfOne = (all: Done[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);
