import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow, DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, readQuery } from "../../../server/contracts/log-query.ts";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { createDeliveryPlanner } from "../../../server/deliveries/delivery-plan.ts";
import { testClock } from "../../support/appliance.ts";
import { deliveryIs, listenToConsole } from "../../support/deliveries.ts";
import { changeIn, inDatabase, type Newsroom, startNewsroom } from "../../support/newsroom.ts";
import { downloadArchive, type Keys, type Site } from "../../support/site.ts";

let { site, appliance, project, article } = {} as Newsroom;
beforeEach(async () => {
  // The clock does not advance, so nothing is retried.
  ({ site, appliance, project, article } = await startNewsroom({ clock: testClock(), name: "The Daily Test" }));
});

const overview = (cursor = "") => appliance.console<Overview>("GET", `/overview${cursor && `?cursor=${cursor}`}`);

const save = async (materialId: string, base_version: number | null = null, body = {}) =>
  (await article(materialId, body)).deliver(`Words after ${base_version}`, { base_version });

const responses: Record<string, (res: { writeHead(status: number): { end(): void } }) => unknown> = {
  good: () => ({ rc: 1, rm: "", data: {} }),
  refused: () => ({ rc: 0, rm: "Section 14 is closed." }),
  broken: (res) => void res.writeHead(500).end(),
};
/** The beginning of the material id selects the site's response. */
const byName: Site["respond"] = ({ body }, res) => responses[body.material_id.split(" ")[0] ?? ""]?.(res);

it("counts and lists the deliveries that need attention, even among many others", async () => {
  site.respond = byName;
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
  site.respond = byName;
  await save("refused 1");
  await save("refused 1", 1);
  expect((await overview()).attention.map(({ version_number }) => version_number)).toEqual([2]);
  site.respond = () => ({ rc: 1, rm: "", data: {} });
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
  site.respond = byName;
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

/** Warnings about sites that confirm a version without downloading it: in the log, the overview and the editor. */
async function saveUndownloaded(materialId: string) {
  site.downloads = false;
  const { deliver, load } = await article(materialId, { metadata: { title: `About ${materialId}` } });
  return { delivery: await deliver(), load };
}

const detail = (id: string) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
const found = async (query: string) =>
  (await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?${query}`)).items.map((row) => row.material_id);
const fetchArchive = async (callback = site.callbacks.at(-1), keys: Keys = project) => {
  const { content_url = "", material_id = "" } = callback?.body ?? {};
  const response = await downloadArchive(keys, content_url, material_id);
  await response.arrayBuffer();
  return response.status;
};
const wrongSecret = () => ({ ...project, api_secret: "not the secret of this project" });

it("warns about a confirmed version until the site downloads it", async () => {
  const { delivery, load } = await saveUndownloaded("harbour");
  const warnings = ["archive_not_downloaded"];
  expect(delivery).toMatchObject({ state: "delivered", standing: "delivered", warnings });
  expect(delivery.explanation).toMatch(/^The site returned rc 1 but never downloaded the archive/);
  expect((await detail(delivery.id)).explanation.split("never downloaded")).toHaveLength(2);
  // The editor shows the warning too.
  const { versions } = await load();
  expect(versions[0]?.delivery).toMatchObject({ state: "delivered", warnings });

  expect(await fetchArchive()).toBe(200);
  const after = await deliveryIs(appliance, delivery.id, ({ warnings }) => warnings.length === 0);
  expect(after).toMatchObject({ state: "delivered", explanation: "" });
  expect((await detail(delivery.id)).attempts[0]?.downloads).toMatchObject([{ complete: true }]);
});

it("names the reason of a refused download, even if it began after the response", async () => {
  site.respond = async (callback) => {
    expect(await fetchArchive(callback, wrongSecret())).toBe(403);
    return { rc: 1, rm: "", data: {} };
  };
  const { delivery } = await saveUndownloaded("refused");
  expect(delivery.warnings).toEqual(["archive_refused"]);
  expect(delivery.explanation).toContain("refused its download of the archive with 403: Wrong signature.");

  site.respond = () => ({ rc: 1, rm: "", data: {} });
  const { delivery: late } = await saveUndownloaded("late");
  expect(late.warnings).toEqual(["archive_not_downloaded"]);
  const unknownKey = { ...project, api_key: randomUUID() };
  expect(await fetchArchive(site.callbacks.at(-1), unknownKey)).toBe(403);
  const refused = await deliveryIs(appliance, late.id, ({ warnings }) => warnings.includes("archive_refused"));
  expect(refused.explanation).toContain(
    "Galley refused its download of the archive with 403: Unknown API key. Request content_url unchanged",
  );
});

it("counts a download of any earlier attempt, even of a failed one", async () => {
  site.respond = async (callback, res) => {
    await fetchArchive(callback);
    return void res.writeHead(500).end();
  };
  const { delivery } = await saveUndownloaded("slow");
  expect(delivery.standing).toBe("retrying");
  site.respond = () => ({ rc: 1, rm: "", data: {} });
  await appliance.console("POST", `/deliveries/${delivery.id}/retry`);
  const delivered = await deliveryIs(appliance, delivery.id, ({ state }) => state === "delivered");
  expect(delivered.warnings).toEqual([]);

  // The download counts even after its attempt was removed from the log.
  changeIn(appliance.dataDir, "DELETE FROM attempts");
  await appliance.console("POST", `/deliveries/${delivery.id}/retry`);
  const again = await deliveryIs(appliance, delivery.id, (row) => row.state === "delivered" && row.attempts > 0);
  expect(again.warnings).toEqual([]);
});

it("finds unfetched versions by their warning, in the search line and by a filter", async () => {
  const { delivery } = await saveUndownloaded("never asked");
  site.downloads = true;
  await save("fetched");
  for (const query of [
    "q=warning:archive_not_downloaded",
    `q=warning:archive ${delivery.id}`,
    "warning=archive",
    "warning=archive&state=delivered&host=127.0.0.1",
  ])
    expect([query, await found(query)]).toEqual([query, ["never asked"]]);
  expect(await found("warning=archive_refused")).toEqual([]);
  expect(await found("state=delivered")).toHaveLength(2);
});

it("counts unfetched versions as articles in need of attention, and lists the site with the reason", async () => {
  await save("fetched");
  expect(await overview()).toMatchObject({ attention: [], sites: [], attention_count: { articles: 0 } });
  await saveUndownloaded("never asked");
  const overviewNow = await overview();
  expect(overviewNow.attention_count).toEqual({ articles: 1, fonts: 0 });
  expect(overviewNow.deliveries).toMatchObject({ not_downloaded: 1, rejected: 0, resending: 0 });
  expect(overviewNow.attention).toMatchObject([
    { material_id: "never asked", title: "About never asked", state: "delivered", warning: "archive_not_downloaded" },
  ]);
  const sum = ({ hours }: Overview) => {
    const of = (name: "delivered" | "failed") => hours.reduce((all, hour) => all + hour[name], 0);
    return { delivered: of("delivered"), failed: of("failed") };
  };
  expect(sum(overviewNow)).toEqual({ delivered: 1, failed: 1 });
  expect(overviewNow.sites).toMatchObject([
    { waiting: 1, resendable: 1, is_failing: false, warning: "archive_not_downloaded", code: null },
  ]);
  expect(overviewNow.sites[0]?.explanation).toContain("never downloaded the archive");

  expect(await fetchArchive()).toBe(200);
  const after = await overview();
  expect(after).toMatchObject({ attention: [], sites: [], deliveries: { not_downloaded: 0 } });
  expect(sum(after)).toEqual({ delivered: 2, failed: 0 });
});

it("resends exactly the deliveries that it counts as resendable, for any filter by state", async () => {
  await saveUndownloaded("never asked");
  site.respond = ({ body }) => ({ rc: body.material_id === "rejected" ? 0 : 1, rm: "" });
  await saveUndownloaded("rejected");
  site.downloads = true;
  await save("fetched");
  const count = async (q: string) =>
    (await appliance.console<DeliveryTotals>("GET", `/deliveries/totals?q=${encodeURIComponent(q)}`)).resend;
  expect(await count("")).toEqual({ count: 2, more: false });
  expect(await count("state:rejected")).toEqual({ count: 1, more: false });
  expect(await count("state:delivered")).toEqual({ count: 1, more: false });
  expect(await count("state:delivered warning:no_client")).toEqual({ count: 0, more: false });

  const filter = { q: "state:delivered" };
  const outcome = await appliance.console("POST", "/deliveries/retry", { filter });
  expect(outcome).toMatchObject({ retried: 1, skipped: [], more: false });
  await site.received(4);
  expect(site.callbacks[3]?.body.material_id).toBe("never asked");
});

it("finds resendable deliveries by a partial index", async () => {
  await appliance.close();
  inDatabase(appliance.dataDir, (database) => {
    const { ranges, rest } = createDeliveryPlanner(database).planOf(readQuery(ALL_DELIVERIES), undefined, true);
    expect(rest).toEqual([]);
    const [range] = ranges;
    const sql = `EXPLAIN QUERY PLAN SELECT d.position FROM ${range?.from} WHERE ${range?.where} ORDER BY d.position DESC`;
    const steps = database.prepare(sql).all() as { detail: string }[];
    expect(steps.map(({ detail }) => detail)).toEqual(["SCAN d USING COVERING INDEX deliveries_attention"]);
  });
});
