/** Warnings about sites that confirm a version without downloading it: in the log, the overview and the editor. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow, DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, readQuery } from "../../../server/contracts/log-query.ts";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { createDeliveryPlanner } from "../../../server/deliveries/delivery-plan.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { changeIn, inDatabase, type Newsroom, startNewsroom } from "../../support/newsroom.ts";
import { downloadArchive, type Keys } from "../../support/site.ts";

let { site, appliance, project, article } = {} as Newsroom;
beforeEach(async () => {
  ({ site, appliance, project, article } = await startNewsroom({ name: "The Herald" }));
  site.downloads = false;
});

async function save(materialId: string) {
  const { deliver, load } = await article(materialId, { metadata: { title: `About ${materialId}` } });
  return { delivery: await deliver(), load };
}

const detail = (id: string) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
const overview = () => appliance.console<Overview>("GET", "/overview");
const found = async (query: string) =>
  (await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?${query}`)).items.map((row) => row.material_id);
const fetchArchive = async (callback = site.callbacks.at(-1), keys: Keys = project) => {
  const { content_url = "", material_id = "" } = callback?.body ?? {};
  const answer = await downloadArchive(keys, content_url, material_id);
  await answer.arrayBuffer();
  return answer.status;
};
const wrongSecret = () => ({ ...project, api_secret: "not the secret of this project" });

it("warns about a confirmed version until the site downloads it", async () => {
  const { delivery, load } = await save("harbour");
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
  site.answer = async (callback) => {
    expect(await fetchArchive(callback, wrongSecret())).toBe(403);
    return { rc: 1, rm: "", data: {} };
  };
  const { delivery } = await save("refused");
  expect(delivery.warnings).toEqual(["archive_refused"]);
  expect(delivery.explanation).toContain("refused its download of the archive with 403: Wrong signature.");

  site.answer = () => ({ rc: 1, rm: "", data: {} });
  const { delivery: late } = await save("late");
  expect(late.warnings).toEqual(["archive_not_downloaded"]);
  const unknownKey = { ...project, api_key: randomUUID() };
  expect(await fetchArchive(site.callbacks.at(-1), unknownKey)).toBe(403);
  const refused = await deliveryIs(appliance, late.id, ({ warnings }) => warnings.includes("archive_refused"));
  expect(refused.explanation).toContain(
    "Galley refused its download of the archive with 403: Unknown API key. Request content_url unchanged",
  );
});

it("counts a download of any earlier attempt, even of a failed one", async () => {
  site.answer = async (callback, res) => {
    await fetchArchive(callback);
    return void res.writeHead(500).end();
  };
  const { delivery } = await save("slow");
  expect(delivery.standing).toBe("retrying");
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  await appliance.console("POST", `/deliveries/${delivery.id}/retry`);
  const delivered = await deliveryIs(appliance, delivery.id, ({ state }) => state === "delivered");
  expect(delivered.warnings).toEqual([]);

  // The download counts even after its attempt was removed from the log.
  changeIn(appliance.dataDir, "DELETE FROM attempts");
  await appliance.console("POST", `/deliveries/${delivery.id}/retry`);
  const again = await deliveryIs(appliance, delivery.id, (row) => row.state === "delivered" && row.attempts > 0);
  expect(again.warnings).toEqual([]);
});

it("finds such deliveries by their warning, in the search line and by a filter", async () => {
  const { delivery } = await save("never asked");
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

it("counts them as articles in need of attention, and lists the site with the reason", async () => {
  site.downloads = true;
  await save("fetched");
  expect(await overview()).toMatchObject({ attention: [], sites: [], attention_count: { articles: 0 } });
  site.downloads = false;
  await save("never asked");
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
  await save("never asked");
  site.answer = ({ body }) => ({ rc: body.material_id === "rejected" ? 0 : 1, rm: "" });
  await save("rejected");
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
