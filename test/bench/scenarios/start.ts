/** From the start of the process to its ready line, and its idle memory. */
import { setTimeout as after } from "node:timers/promises";
import { memoryOf } from "../../support/proc.ts";
import { against, type Figure, inTurns, type Rounds } from "../figures.ts";
import { type Child, type Scenario, startAppliance } from "../workshop.ts";

const ROUNDS = { most: 9, least: 4, budgetMs: 15_000 };
const MEMORY_ROUNDS = 3;
const IDLE_MS = 3_000;
const MOST_TIME = 2.5;
const MOST_MEMORY = 1.6;

type Start = () => Promise<Child>;

export const start: Scenario = {
  name: "start",
  title: "Start and idle memory, against a bare Express + better-sqlite3 process",
  limitMs: 60_000,
  async run(workshop) {
    const folders = [workshop.folder("appliance"), workshop.folder("floor")] as const;
    const product = () => startAppliance(workshop, folders[0]);
    const floor = () => workshop.start("floors/open-route.mjs", [folders[1], "secret"]);
    // The first start creates the data folder; only later starts are measured.
    for (const each of [product, floor]) await (await each()).stop();
    return [await startTime(ROUNDS, product, floor, MOST_TIME), ...(await idleMemory(product, floor))];
  },
};

export async function startTime(rounds: Rounds, product: Start, floor: Start, atMost: number): Promise<Figure> {
  const readyMs = async (begin: Start) => {
    const child = await begin();
    await child.stop();
    return child.readyMs;
  };
  const [own, least] = await inTurns(
    rounds,
    () => readyMs(product),
    () => readyMs(floor),
  );
  return against("start to ready", "ms", own, least, { atMost });
}

async function idleMemory(product: Start, floor: Start): Promise<Figure[]> {
  const [own, least]: [number[], number[]] = [[], []];
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    const children = [await product(), await floor()];
    await after(IDLE_MS);
    const [ofProduct, ofFloor] = children.map(({ pid }) => memoryOf(pid)?.rss);
    for (const child of children) await child.stop();
    if (ofProduct === undefined || ofFloor === undefined) return [];
    own.push(ofProduct);
    least.push(ofFloor);
  }
  const name = `idle memory, ${IDLE_MS / 1000} s after ready`;
  return [against(name, "MB", own, least, { atMost: MOST_MEMORY })];
}
