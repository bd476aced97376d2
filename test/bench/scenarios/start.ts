/** From the start of the process to its ready line, and what it holds when idle. Target: at most 2.5 × and 1.6 ×. */
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type Memory, memoryOf } from "../../support/proc.ts";
import { applianceArgs, CLI } from "../appliance.ts";
import { type Figure, inTurns, judge, median, ratios } from "../figures.ts";
import type { Scenario } from "../scenario.ts";
import type { Program, Workshop } from "../workshop.ts";

const ROUNDS = { most: 9, least: 4, budgetMs: 15_000 };
const MEMORY_ROUNDS = 3;
const IDLE_MS = 3_000;
const MOST_TIME = 2.5;
const MOST_MEMORY = 1.6;

export const scenario: Scenario = {
  name: "start",
  title: "Start and idle memory, against a bare Express + better-sqlite3 process",
  limitMs: 60_000,
  async run(workshop) {
    const product: Program = { script: CLI, args: applianceArgs(workshop.folder("appliance")) };
    const floor: Program = {
      script: path.resolve(import.meta.dirname, "../floors/open-route.mjs"),
      args: [workshop.folder("floor"), "secret"],
    };
    const figures: Figure[] = [];
    // The first start makes the data folder; the daily one finds it.
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
  const times = { product: [] as number[], floor: [] as number[] };
  await inTurns(
    ROUNDS,
    async () => void times.product.push(await startOnce(workshop, product)),
    async () => void times.floor.push(await startOnce(workshop, floor)),
  );
  return {
    name: "start to ready",
    product: { value: median(times.product), unit: "ms" },
    floor: { value: median(times.floor), unit: "ms" },
    judged: judge(ratios(times.product, times.floor), "×"),
    target: { atMost: MOST_TIME },
  };
}

async function idleMemory(workshop: Workshop, product: Program, floor: Program): Promise<Figure[]> {
  const memory = { product: [] as Memory[], floor: [] as Memory[] };
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    const children = [await workshop.start(product), await workshop.start(floor)] as const;
    await after(IDLE_MS);
    const [ofProduct, ofFloor] = [memoryOf(children[0].pid), memoryOf(children[1].pid)];
    for (const child of children) await child.stop();
    if (ofProduct === null || ofFloor === null) return [];
    memory.product.push(ofProduct);
    memory.floor.push(ofFloor);
  }
  const figure = (name: string, key: keyof Memory, target: Figure["target"]): Figure => {
    const [a, b] = [memory.product, memory.floor].map((all) => all.map((one) => one[key])) as [number[], number[]];
    return {
      name,
      product: { value: median(a), unit: "MB" },
      floor: { value: median(b), unit: "MB" },
      judged: judge(ratios(a, b), "×"),
      target,
    };
  };
  return [
    figure(`idle memory, ${IDLE_MS / 1000} s after ready`, "rss", { atMost: MOST_MEMORY }),
    figure("the same, shared pages divided (Pss)", "pss", null),
  ];
}
