import { beforeEach, expect, it } from "vitest";
import type { AttentionRow, Overview } from "../../../server/contracts/overview-api.ts";
import { testClock } from "../../support/appliance.ts";
import { listenToConsole, type Newsroom, startNewsroom } from "../../support/newsroom.ts";
import type { Site } from "../../support/site.ts";

let { site, appliance, project, article } = {} as Newsroom;
beforeEach(async () => {
  // A clock that stands still: nothing is retried meanwhile.
  ({ site, appliance, project, article } = await startNewsroom({ clock: testClock(), name: "The Daily Test" }));
});

const overview = (cursor = "") => appliance.console<Overview>("GET", `/overview${cursor && `?cursor=${cursor}`}`);

/** Saves once more and waits until the site has answered. */
const save = async (materialId: string, base_version: number | null = null, body = {}) =>
  (await article(materialId, body)).deliver(`Words after ${base_version}`, { base_version });

const answers: Record<string, (res: { writeHead(status: number): { end(): void } }) => unknown> = {
  good: () => ({ rc: 1, rm: "", data: {} }),
  refused: () => ({ rc: 0, rm: "Section 14 is closed." }),
  broken: (res) => void res.writeHead(500).end(),
};
/** Material ids say how their site answers. */
const byName: Site["answer"] = ({ body }, res) => answers[body.material_id.split(" ")[0] ?? ""]?.(res);

it("counts and names what its site does not have, also after others were saved", async () => {
  site.answer = byName;
  expect(await overview()).toMatchObject({ attention: [], attention_count: { articles: 0, fonts: 0 } });
  const refused = await save("refused 1", null, { metadata: { title: "  Harbour crossing " } });
  const broken = await save("broken 1");
  await Promise.all(Array.from({ length: 5 }, (_, index) => save(`good ${index}`)));

  const told = await overview();
  expect(told.attention_count).toEqual({ articles: 2, fonts: 0 });
  const { retrying, rejected, ...others } = told.deliveries;
  expect([retrying, rejected, new Set(Object.values(others))]).toEqual([1, 1, new Set([0])]);
  const { host } = new URL(site.callbackUrl);
  expect(told.attention).toEqual([
    {
      delivery_id: broken.id,
      event: "article_saved",
      session_id: broken.session_id,
      material_id: "broken 1",
      title: "Words after null",
      warning: null,
      project_id: project.id,
      project: "The Daily Test",
      version_number: 1,
      state: "retrying",
      code: "http_status",
      last_status: 500,
      site_message: null,
      attempts: 1,
      next_attempt_at: broken.next_attempt_at,
      since: broken.created_at,
      callback_host: host,
    },
    expect.objectContaining({
      delivery_id: refused.id,
      title: "Harbour crossing",
      state: "rejected",
      code: "rejected_by_site",
      site_message: "Section 14 is closed.",
    }),
  ]);
  expect(told.next_cursor).toBeNull();
});

it("lets the newest delivery of an article decide", async () => {
  site.answer = byName;
  await save("refused 1");
  await save("refused 1", 1);
  expect((await overview()).attention.map(({ version_number }) => version_number)).toEqual([2]);
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  await save("refused 1", 2);
  expect(await overview()).toMatchObject({ attention: [], deliveries: { rejected: 0 } });
});

it("pages what does not fit", async () => {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  await Promise.all(Array.from({ length: 51 }, async (_, index) => (await article(`article ${index}`)).save()));
  const first = await overview();
  expect([first.attention.length, first.attention_count.articles]).toEqual([50, 51]);
  const second = await overview(first.next_cursor ?? "");
  expect([second.attention.length, second.next_cursor]).toEqual([1, null]);
  const ids = [...first.attention, ...second.attention].map(({ material_id }: AttentionRow) => material_id);
  expect(new Set(ids).size).toBe(51);
});

it("says of held deliveries so, and that everybody must look again once they are released", async () => {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const held = await article("article 1");
  await held.save();
  expect(await overview()).toMatchObject({
    attention: [{ state: "held", code: null }],
    deliveries: { held: 1, queued: 0 },
  });
  const console_ = await listenToConsole(appliance);
  const editor = await held.listen();
  const before = editor.lastId;
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  const toldOf = (event: string) => (reader: typeof editor) => reader.events.some((one) => one.event === event);
  await console_.until(toldOf("reset"));
  await editor.until(toldOf("reset"));
  editor.breakOff();
  // Who was away just then hears of it as well.
  const back = await held.listen(before);
  await back.until(toldOf("reset"));
  await site.received(1);
});

it("tells of each change of a delivery with what its row shows", async () => {
  site.answer = byName;
  const events = await listenToConsole(appliance);
  const { id } = await save("refused 1");
  const heard = () => events.events.filter(({ event }) => event === "delivery").map(({ data }) => data);
  await events.until(() => heard().some((data) => (data as { state: string }).state === "rejected"));
  expect(heard().map((data) => (data as { state: string }).state)).toEqual(["pending", "sending", "rejected"]);
  const { items } = await appliance.console<{ items: Record<string, unknown>[] }>("GET", "/deliveries");
  const { explanation: _, explanation_sentence: __, ...row } = items[0] ?? {};
  expect(heard().at(-1)).toEqual(row);
  expect(row).toMatchObject({ id, state: "rejected", last_status: 200, attempts: 1 });
});
