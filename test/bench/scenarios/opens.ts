/** Opening a session against a bare Express route with the same HMAC and one upsert. Design 6: at least 0.8. */
import path from "node:path";
import { startAppliance } from "../appliance.ts";
import { type Figure, inTurns, judge, median, ratios } from "../figures.ts";
import type { Opened, Opens } from "../load/commands.ts";
import { cpuOf } from "../proc.ts";
import type { Scenario } from "../scenario.ts";
import type { Child } from "../workshop.ts";

const MATERIALS = 5_000;
const ROUNDS = 20;
const PER_ROUND = MATERIALS / ROUNDS;
/** Where commits are slow, fewer rounds must do. */
const BUDGET_MS = 14_000;
const LEAST_ROUNDS = 4;
const CONNECTIONS = 16;
const WARM_UP = 500;
/** Nobody listens there: nothing is saved here. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";
const LEAST = 0.8;

export const scenario: Scenario = {
  name: "opens",
  title: `Opening a session: ${CONNECTIONS} connections, ${MATERIALS.toLocaleString("en")} materials`,
  limitMs: 90_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const keys = await appliance.createProject();
    const floor = await workshop.start({
      script: path.resolve(import.meta.dirname, "../floors/open-route.mjs"),
      args: [workshop.folder("floor"), keys.api_secret],
    });
    const load = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/load-process.ts") });
    const sides = [appliance, floor].map((child) =>
      sideOf(child, load, { url: child.ready.url ?? "", keys, callbackUrl: CALLBACK_URL, connections: CONNECTIONS }),
    ) as [Side, Side];
    for (const side of sides) await side.warmUp();
    return [await measure("first opens", sides), await measure("repeated opens", sides)];
  },
};

interface Side {
  warmUp(): Promise<void>;
  /** Opens the materials of a round; again, where they were opened before. */
  open(round: number): Promise<Opened & { cpuMs: number }>;
}

function sideOf(child: Child, load: Child, base: Pick<Opens, "url" | "keys" | "callbackUrl" | "connections">): Side {
  const ask = (prefix: string, from: number, count: number) =>
    load.ask<Opened>({ ...base, kind: "opens", prefix, from, count } satisfies Opens);
  return {
    warmUp: async () => void (await ask("warm", 0, WARM_UP)),
    async open(round) {
      const before = cpuOf(child.pid) ?? Number.NaN;
      const opened = await ask("article", round * PER_ROUND, PER_ROUND);
      return { ...opened, cpuMs: ((cpuOf(child.pid) ?? Number.NaN) - before) / PER_ROUND };
    },
  };
}

async function measure(name: string, [product, floor]: [Side, Side]): Promise<Figure> {
  const measured = {
    product: [] as Awaited<ReturnType<Side["open"]>>[],
    floor: [] as Awaited<ReturnType<Side["open"]>>[],
  };
  const rounds = await inTurns(
    { most: ROUNDS, least: LEAST_ROUNDS, budgetMs: BUDGET_MS },
    async (round) => void measured.product.push(await product.open(round)),
    async (round) => void measured.floor.push(await floor.open(round)),
  );
  const rates = { product: measured.product.map(perSecond), floor: measured.floor.map(perSecond) };
  const cpu = { product: mean(measured.product), floor: mean(measured.floor) };
  const busy = Math.max(...[...measured.product, ...measured.floor].map((opened) => opened.busy));
  return {
    name,
    product: { value: median(rates.product), unit: "/s" },
    floor: { value: median(rates.floor), unit: "/s" },
    judged: judge(ratios(rates.product, rates.floor), "×"),
    target: { atLeast: LEAST },
    note: `${rounds * PER_ROUND} materials; CPU an open ${cpu.product.toFixed(2)} ms against ${cpu.floor.toFixed(2)} ms; load generator busy at most ${Math.round(busy * 100)} %`,
  };
}

const perSecond = (opened: Opened) => opened.perSecond;
const mean = (all: { cpuMs: number }[]) => all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / all.length;
