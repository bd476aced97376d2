/**
 * Compares the rates of opens, drafts and saves with bare Express routes that check the same HMAC and make one commit,
 * and of opens with a FastAPI route if it is installed. Scenarios set their own targets; p99 must not exceed the floor's.
 */
import path from "node:path";
import { startAppliance } from "./appliance.ts";
import { against, type Figure, inTurns } from "./figures.ts";
import { type FastApi, startFastApi } from "./floors/fastapi.ts";
import { cpuPerRequest, type Done, rates, type Side, sideOf } from "./load/side.ts";
import { startLoad } from "./load/start-load.ts";
import type { Work } from "./load/turn.ts";
import type { Workshop } from "./workshop.ts";

const WARM_UP_S = 4;
const TURN_S = 5;
const ROUNDS = { most: 2, least: 2, budgetMs: 0 };
/** Number of connections → minimum ratio to the floor's rate. */
export type RateTargets = ReadonlyMap<number, number>;

export interface Comparison {
  works: Work[];
  express: RateTargets;
  /** Null if there is no FastAPI floor for these works; measured only with these numbers of connections. */
  fastApi: RateTargets | null;
}

/** Measures each kind of work with each number of connections, in turns, after warming up both sides. */
export async function compareWorks(
  workshop: Workshop,
  { works, express, fastApi: fastApiTargets }: Comparison,
): Promise<Figure[]> {
  const appliance = await startAppliance(workshop);
  // The floor sends no callbacks, so the appliance holds its own; `newsroom` measures saves with their callbacks.
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const keys = await appliance.createProject();
  const floor = await workshop.start({
    script: path.resolve(import.meta.dirname, "./floors/open-route.mjs"),
    args: [workshop.folder("floor"), keys.api_secret],
  });
  const fastApi = fastApiTargets === null ? null : await startFastApi(workshop, keys.api_secret);
  const load = await startLoad(workshop);
  const sides = {
    product: sideOf(load, appliance, keys),
    floor: sideOf(load, { pid: floor.pid, url: floor.ready.url ?? "" }, keys),
    fastApi: fastApi === null ? null : { side: sideOf(load, fastApi, keys), versions: fastApi.versions },
  };
  const figures: Figure[] = [];
  for (const work of works) {
    for (const side of [sides.product, sides.floor, sides.fastApi?.side]) await side?.(work, 16, WARM_UP_S);
    for (const [connections, atLeast] of express) {
      const fastApiTarget = fastApiTargets?.get(connections);
      const fastApiSide = fastApiTarget === undefined ? null : sides.fastApi;
      const targets = { express: atLeast, fastApi: fastApiTarget ?? 0 };
      figures.push(...(await measure(work, connections, targets, { ...sides, fastApi: fastApiSide })));
    }
  }
  return figures;
}

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
  const { fastApi: fastApiSide } = sides;
  const [product, floors] = await inTurns(
    ROUNDS,
    () => sides.product(work, connections, TURN_S),
    async () => {
      const done = await sides.floor(work, connections, TURN_S);
      return { done, fastApi: fastApiSide === null ? [] : [await fastApiSide.side(work, connections, TURN_S)] };
    },
  );
  const floor = floors.map(({ done }) => done);
  const fastApi = floors.flatMap((each) => each.fastApi);
  const slowest = (all: Done[]) => all.map(({ p99 }) => p99);
  const busy = Math.max(...[...product, ...floor, ...fastApi].map((done) => done.busy));
  const name = `${work}, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  const comparison = (other: Done[], named: string, atLeast: number, more: string) =>
    against(named, "/s", rates(product), rates(other), {
      target: { atLeast },
      note: `CPU per request ${cpuPerRequest(product)} ms against ${cpuPerRequest(other)} ms; ${more}`,
    });
  const figures = [
    comparison(floor, name, targets.express, `load generator busy at most ${Math.round(busy * 100)} %`),
    against(`${name}, p99`, "ms", slowest(product), slowest(floor), { target: { atMost: 1 } }),
  ];
  if (fastApiSide === null) return figures;
  return [...figures, comparison(fastApi, `${name}, FastAPI`, targets.fastApi, fastApiSide.versions)];
}
