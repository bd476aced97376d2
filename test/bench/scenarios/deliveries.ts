/**
 * 1,000 callbacks to 50 sites, 5 of which never answer: from the release of paused deliveries until the other sites have
 * theirs, against a bare fetch loop of the same concurrency that commits once before and once after each request. And
 * the same without the sites that hang, which tells by how much those delay the others.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { articleOf, editorOf, type Keys, openSession } from "../../support/site.ts";
import { type BenchAppliance, consolePatch, startAppliance } from "../appliance.ts";
import { type Figure, judge, median, ratios } from "../figures.ts";
import { paragraphs } from "../load/articles.ts";
import type { AnswersGiven, AwaitAnswers, StartedReceivers, StartReceivers } from "../load/receivers.ts";
import type { Scenario } from "../scenario.ts";
import type { Child, Workshop } from "../workshop.ts";

const SITES = 50;
const HANGING = 5;
const PER_SITE = 20;
const ANSWERED = (SITES - HANGING) * PER_SITE;
const ROUNDS = 3;
/** A fourth of the deliveries first, so that neither side is measured while it is being compiled. */
const WARM_UP_PER_SITE = 5;
const SAVERS = 8;
const WORDS = 100;
/** Bytes of the floor's request: about what a callback of the appliance has. */
const BODY = JSON.stringify({ event: "article_saved", content: "x".repeat(600) });

export const scenario: Scenario = {
  name: "deliveries",
  title: `${(SITES * PER_SITE).toLocaleString("en")} callbacks to ${SITES} sites, ${HANGING} of which hang`,
  limitMs: 150_000,
  async run(workshop) {
    const times = { product: [] as number[], floor: [] as number[], undisturbed: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const sides = [
        async () => void times.product.push(await throughAppliance(workshop, `appliance-${round}`, HANGING)),
        async () => void times.floor.push(await throughFloor(workshop, `floor-${round}`)),
        async () => void times.undisturbed.push(await throughAppliance(workshop, `undisturbed-${round}`, 0)),
      ];
      for (const side of round % 2 === 0 ? sides : sides.reverse()) await side();
    }
    return figures(times);
  },
};

function figures(times: { product: number[]; floor: number[]; undisturbed: number[] }): Figure[] {
  const rates = { product: times.product.map(perSecond), floor: times.floor.map(perSecond) };
  const delays = times.product.map((ms, round) => ms - (times.undisturbed[round] ?? 0));
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
      product: { value: median(times.product), unit: "ms" },
      floor: { value: median(times.undisturbed), unit: "ms" },
      judged: judge(delays, "ms"),
      target: null,
      note: `the same ${ANSWERED} with and without ${HANGING} more sites that hang; at most ${Math.round(Math.max(...delays))} ms`,
    },
  ];
}

const perSecond = (ms: number) => (ANSWERED / ms) * 1000;

/** ms from the release until all sites that answer have theirs. A new appliance each time: what hangs stays behind. */
async function throughAppliance(workshop: Workshop, name: string, hanging: number): Promise<number> {
  const appliance = await startAppliance(workshop, [], name);
  const keys = await appliance.createProject();
  const send = async (perSite: number, hangingSites: number) => {
    const { receivers, urls } = await startReceivers(workshop, SITES - HANGING + hangingSites, hangingSites);
    await consolePatch(appliance, "/settings", { deliveries_paused: true });
    await saveAll(appliance, keys, urls, perSite);
    const started = now();
    await consolePatch(appliance, "/settings", { deliveries_paused: false });
    const { lastAt } = await answers(receivers, perSite);
    return { ms: lastAt - started, receivers };
  };
  await (await send(WARM_UP_PER_SITE, 0)).receivers.stop();
  const { ms, receivers } = await send(PER_SITE, hanging);
  // First the sites: an appliance waits a while for an answer before it ends.
  await receivers.stop();
  await appliance.stop();
  return ms;
}

async function throughFloor(workshop: Workshop, name: string): Promise<number> {
  const floor = await workshop.start({
    script: path.resolve(import.meta.dirname, "../floors/fetch-loop.mjs"),
    args: [workshop.folder(name)],
  });
  const send = async (perSite: number, hangingSites: number) => {
    const { receivers, urls } = await startReceivers(workshop, SITES - HANGING + hangingSites, hangingSites);
    const started = now();
    await floor.ask({ urls, perSite, body: BODY });
    const { lastAt } = await answers(receivers, perSite);
    return { ms: lastAt - started, receivers };
  };
  await (await send(WARM_UP_PER_SITE, 0)).receivers.stop();
  const { ms, receivers } = await send(PER_SITE, HANGING);
  await floor.stop();
  await receivers.stop();
  return ms;
}

async function startReceivers(workshop: Workshop, sites: number, hanging: number) {
  const receivers = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/receivers.ts") });
  const { urls } = await receivers.ask<StartedReceivers>({ sites, hanging } satisfies StartReceivers);
  return { receivers, urls };
}

const answers = (receivers: Child, perSite: number) =>
  receivers.ask<AnswersGiven>({ count: (SITES - HANGING) * perSite } satisfies AwaitAnswers);

/** The clock of load/receivers.ts. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** One save of an article of its own for each delivery, the sites in turns. */
async function saveAll(appliance: BenchAppliance, keys: Keys, urls: string[], perSite: number): Promise<void> {
  const todo = Array.from({ length: urls.length * perSite }, (_, index) => urls[index % urls.length] ?? "");
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
