/**
 * 1,000 callbacks to 50 sites, 5 of which never answer: from the release of paused deliveries until the other sites have
 * theirs, against a bare fetch loop of the same concurrency that commits once before and once after each request. And
 * the same without the sites that hang, which tells by how much those delay the others.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { articleOf, editorOf, type Keys, openSession } from "../../support/site.ts";
import { type BenchAppliance, consolePatch, startAppliance } from "../appliance.ts";
import { type Figure, inTurns, judge, median, ratios } from "../figures.ts";
import { paragraphs } from "../load/articles.ts";
import type { AnswersGiven, AwaitAnswers, StartedReceivers, StartReceivers } from "../load/receivers.ts";
import type { Scenario } from "../scenario.ts";
import type { Workshop } from "../workshop.ts";

const SITES = 50;
const HANGING = 5;
const PER_SITE = 20;
const ANSWERED = (SITES - HANGING) * PER_SITE;
/** The saves before a round take most of the time. */
const ROUNDS = { most: 3, least: 1, budgetMs: 50_000 };
const SAVERS = 8;
const WORDS = 100;
/** Bytes of the floor's request: about what a callback of the appliance has. */
const BODY = JSON.stringify({ event: "article_saved", content: "x".repeat(600) });

export const scenario: Scenario = {
  name: "deliveries",
  title: `${(SITES * PER_SITE).toLocaleString("en")} callbacks to ${SITES} sites, ${HANGING} of which hang`,
  limitMs: 150_000,
  async run(workshop) {
    const times = { product: [] as Times[], floor: [] as Times[] };
    await inTurns(
      ROUNDS,
      async (round) => void times.product.push(await throughAppliance(workshop, `appliance-${round}`)),
      async (round) => void times.floor.push(await throughFloor(workshop, `floor-${round}`)),
    );
    return figures(times.product, times.floor);
  },
};

/** ms until the sites that answer have theirs. */
interface Times {
  /** Without sites that hang; what is slow at first is slow here. */
  alone: number;
  besideHanging: number;
}

function figures(product: Times[], floor: Times[]): Figure[] {
  const rates = { product: product.map(perSecond), floor: floor.map(perSecond) };
  const delays = product.map(({ alone, besideHanging }) => besideHanging - alone);
  return [
    {
      name: "callbacks a second",
      product: { value: median(rates.product), unit: "/s" },
      floor: { value: median(rates.floor), unit: "/s" },
      judged: judge(ratios(rates.product, rates.floor), "×"),
      target: null,
      note: `the ${ANSWERED} that can be delivered, four at a time to a site; the floor commits twice a callback`,
    },
    {
      name: "delay by sites that hang",
      product: { value: median(product.map((times) => times.besideHanging)), unit: "ms" },
      floor: { value: median(product.map((times) => times.alone)), unit: "ms" },
      judged: judge(delays, "ms"),
      target: null,
      note: `the same ${ANSWERED} with and without ${HANGING} more sites that hang; at most ${Math.round(Math.max(...delays))} ms of ${product.length} rounds`,
    },
  ];
}

const perSecond = ({ besideHanging }: Times) => (ANSWERED / besideHanging) * 1000;

/** From the release of paused deliveries. A new appliance each time: what hangs stays behind. */
async function throughAppliance(workshop: Workshop, name: string): Promise<Times> {
  const appliance = await startAppliance(workshop, [], name);
  const keys = await appliance.createProject();
  const times = await twice(workshop, async (urls) => {
    await consolePatch(appliance, "/settings", { deliveries_paused: true });
    await saveAll(appliance, keys, urls);
    return () => consolePatch(appliance, "/settings", { deliveries_paused: false });
  });
  await appliance.stop();
  return times;
}

async function throughFloor(workshop: Workshop, name: string): Promise<Times> {
  const floor = await workshop.start({
    script: path.resolve(import.meta.dirname, "../floors/fetch-loop.mjs"),
    args: [workshop.folder(name)],
  });
  const times = await twice(workshop, async (urls) => async () => {
    await floor.ask({ urls, perSite: PER_SITE, body: BODY });
  });
  await floor.stop();
  return times;
}

/** @param prepare makes what is to be delivered; what it returns lets it go */
async function twice(workshop: Workshop, prepare: (urls: string[]) => Promise<() => Promise<void>>): Promise<Times> {
  const measure = async (hanging: number) => {
    const { receivers, urls } = await startReceivers(workshop, SITES - HANGING + hanging, hanging);
    const release = await prepare(urls);
    const started = now();
    await release();
    const { lastAt } = await receivers.ask<AnswersGiven>({ count: ANSWERED } satisfies AwaitAnswers);
    // Before whoever waits for a site that hangs.
    await receivers.stop();
    return lastAt - started;
  };
  return { alone: await measure(0), besideHanging: await measure(HANGING) };
}

async function startReceivers(workshop: Workshop, sites: number, hanging: number) {
  const receivers = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/receivers.ts") });
  const { urls } = await receivers.ask<StartedReceivers>({ sites, hanging } satisfies StartReceivers);
  return { receivers, urls };
}

/** The clock of load/receivers.ts. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** One save of an article of its own for each delivery, the sites in turns. */
async function saveAll(appliance: BenchAppliance, keys: Keys, urls: string[]): Promise<void> {
  const todo = Array.from({ length: urls.length * PER_SITE }, (_, index) => urls[index % urls.length] ?? "");
  const save = async () => {
    for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
      const session = await openSession(appliance.url, keys, { material_id: randomUUID(), callback_url: url });
      const saved = await editorOf(session)("POST", "/versions", {
        save_id: "first",
        vms_json: articleOf(...paragraphs(WORDS)),
        base_version: null,
      });
      if (saved.status !== 201) throw new Error(`A save was answered with ${saved.status}: ${await saved.text()}`);
      await saved.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: SAVERS }, save));
}
