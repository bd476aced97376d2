import { beforeEach, expect, it } from "vitest";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { testClock } from "../../support/appliance.ts";
import { listenToConsole } from "../../support/deliveries.ts";
import { type Newsroom, startNewsroom } from "../../support/newsroom.ts";
import type { Site } from "../../support/site.ts";

let { site, appliance, article } = {} as Newsroom;
beforeEach(async () => {
  // The clock does not advance, so nothing is retried.
  ({ site, appliance, article } = await startNewsroom({ clock: testClock(), name: "The Daily Test" }));
});

const overview = (cursor = "") => appliance.console<Overview>("GET", `/overview${cursor && `?cursor=${cursor}`}`);

const save = async (materialId: string, base_version: number | null = null, body = {}) =>
  (await article(materialId, body)).deliver(`Words after ${base_version}`, { base_version });

const answers: Record<string, (res: { writeHead(status: number): { end(): void } }) => unknown> = {
  good: () => ({ rc: 1, rm: "", data: {} }),
  refused: () => ({ rc: 0, rm: "Section 14 is closed." }),
  broken: (res) => void res.writeHead(500).end(),
};
/** The beginning of the material id selects the site's response. */
const byName: Site["answer"] = ({ body }, res) => answers[body.material_id.split(" ")[0] ?? ""]?.(res);

it("counts and lists the deliveries that need attention, even among many others", async () => {
  site.answer = byName;
  expect(await overview()).toMatchObject({ attention: [], attention_count: { articles: 0, fonts: 0 } });
  const refused = await save("refused 1", null, { metadata: { title: "  Harbour crossing " } });
  const broken = await save("broken 1");
  await Promise.all(Array.from({ length: 5 }, (_, index) => save(`good ${index}`)));

  const overviewNow = await overview();
  expect(overviewNow.attention_count).toEqual({ articles: 2, fonts: 0 });
  const { retrying, rejected, ...others } = overviewNow.deliveries;
  expect([retrying, rejected, new Set(Object.values(others))]).toEqual([1, 1, new Set([0])]);
  const { host } = new URL(site.callbackUrl);
  expect(overviewNow.attention).toMatchObject([
    {
      delivery_id: broken.id,
      material_id: "broken 1",
      title: "Words after null",
      project: "The Daily Test",
      version_number: 1,
      state: "retrying",
      code: "http_status",
      last_status: 500,
      attempts: 1,
      next_attempt_at: broken.next_attempt_at,
      since: broken.created_at,
      callback_host: host,
    },
    {
      delivery_id: refused.id,
      title: "Harbour crossing",
      state: "rejected",
      code: "rejected_by_site",
      site_message: "Section 14 is closed.",
    },
  ]);
  expect(overviewNow.next_cursor).toBeNull();
});

it("considers only the newest delivery of an article", async () => {
  site.answer = byName;
  await save("refused 1");
  await save("refused 1", 1);
  expect((await overview()).attention.map(({ version_number }) => version_number)).toEqual([2]);
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  await save("refused 1", 2);
  expect(await overview()).toMatchObject({ attention: [], deliveries: { rejected: 0 } });
});

it("returns long lists in pages", async () => {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  await Promise.all(Array.from({ length: 51 }, async (_, index) => (await article(`article ${index}`)).save()));
  const first = await overview();
  expect([first.attention.length, first.attention_count.articles]).toEqual([50, 51]);
  const second = await overview(first.next_cursor ?? "");
  expect([second.attention.length, second.next_cursor]).toEqual([1, null]);
  const ids = [...first.attention, ...second.attention].map(({ material_id }) => material_id);
  expect(new Set(ids).size).toBe(51);
});

it("shows deliveries on hold, and sends a reset event when they are released", async () => {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const held = await article("article 1");
  await held.save();
  const attention = [{ state: "held", code: null }];
  expect(await overview()).toMatchObject({ attention, deliveries: { held: 1, queued: 0 } });
  const console_ = await listenToConsole(appliance);
  const editor = await held.listen();
  const before = editor.lastId;
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  const hasEvent = (event: string) => (reader: typeof editor) => reader.events.some((one) => one.event === event);
  await console_.until(hasEvent("reset"));
  await editor.until(hasEvent("reset"));
  editor.breakOff();
  // A client that was disconnected also receives the event.
  const back = await held.listen(before);
  await back.until(hasEvent("reset"));
  await site.received(1);
});

it("publishes each change of a delivery with its row in the list", async () => {
  site.answer = byName;
  const events = await listenToConsole(appliance);
  const { id } = await save("refused 1");
  const published = () => events.events.filter(({ event }) => event === "delivery").map(({ data }) => data);
  await events.until(() => published().some((data) => (data as { state: string }).state === "rejected"));
  expect(published().map((data) => (data as { state: string }).state)).toEqual(["pending", "sending", "rejected"]);
  const { items } = await appliance.console<{ items: Record<string, unknown>[] }>("GET", "/deliveries");
  const { explanation: _, explanation_sentence: __, ...row } = items[0] ?? {};
  expect(published().at(-1)).toEqual(row);
  expect(row).toMatchObject({ id, state: "rejected", last_status: 200, attempts: 1 });
});
