/** From the start of the process to its ready line, and its idle memory. */
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { memoryOf } from "../../support/proc.ts";
import { against, type Figure, inTurns } from "../figures.ts";
import { applianceProgram, type Program, type Scenario, type Workshop } from "../workshop.ts";

const ROUNDS = { most: 9, least: 4, budgetMs: 15_000 };
const MEMORY_ROUNDS = 3;
const IDLE_MS = 3_000;
const MOST_TIME = 2.5;
const MOST_MEMORY = 1.6;

export const start: Scenario = {
  name: "start",
  title: "Start and idle memory, against a bare Express + better-sqlite3 process",
  limitMs: 60_000,
  async run(workshop) {
    const product = applianceProgram(workshop.folder("appliance"));
    const floor: Program = {
      script: path.resolve(import.meta.dirname, "../floors/open-route.mjs"),
      args: [workshop.folder("floor"), "secret"],
    };
    const figures: Figure[] = [];
    // The first start creates the data folder; only later starts are measured.
    for (const program of [product, floor]) await startOnce(workshop, program);
    figures.push(await startTime(workshop, product, floor));
    figures.push(...(await idleMemory(workshop, product, floor)));
    return figures;
  },
};

async function startOnce(workshop: Workshop, program: Program): Promise<number> {
  const child = await workshop.start(program);
  await child.stop();
  return child.readyMs;
}

async function startTime(workshop: Workshop, product: Program, floor: Program): Promise<Figure> {
  const [own, least] = await inTurns(
    ROUNDS,
    () => startOnce(workshop, product),
    () => startOnce(workshop, floor),
  );
  return against("start to ready", "ms", own, least, { target: { atMost: MOST_TIME } });
}

async function idleMemory(workshop: Workshop, product: Program, floor: Program): Promise<Figure[]> {
  const memory = { product: [] as number[], floor: [] as number[] };
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    const children = [await workshop.start(product), await workshop.start(floor)] as const;
    await after(IDLE_MS);
    const [ofProduct, ofFloor] = children.map(({ pid }) => memoryOf(pid)?.rss);
    for (const child of children) await child.stop();
    if (ofProduct === undefined || ofFloor === undefined) return [];
    memory.product.push(ofProduct);
    memory.floor.push(ofFloor);
  }
  const name = `idle memory, ${IDLE_MS / 1000} s after ready`;
  return [against(name, "MB", memory.product, memory.floor, { target: { atMost: MOST_MEMORY } })];
}
