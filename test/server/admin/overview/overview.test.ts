import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { AttentionCount, History, Overview, Resent } from "../../../../server/contracts/overview-api.ts";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { backUp } from "../../../support/backups.ts";
import { eventually } from "../../../support/eventually.ts";
import { changeIn, type Newsroom, startNewsroom } from "../../../support/newsroom.ts";
import { type Site, startSite } from "../../../support/site.ts";

const HOUR_MS = 3_600_000;

let { appliance, project, site, article } = {} as Newsroom;
let other: Site;

beforeEach(async () => {
  ({ appliance, project, site, article } = await startNewsroom({ name: "The Daily Test" }));
  other = await startSite();
  onTestFinished(other.close);
});

const overview = () => appliance.console<Overview>("GET", "/overview");

/** Saves and waits until the site has responded. */
const save = async (materialId: string, at: Site = site) =>
  (await article(materialId, { callback_url: at.callbackUrl })).deliver();

const change = (sql: string, ...values: unknown[]) => changeIn(appliance.dataDir, sql, ...values);

it("lists sites with problems, with code and start, and the results of attempts by hour", async () => {
  site.respond = (_, res) => void res.writeHead(500).end();
  other.respond = ({ body }) =>
    body.material_id === "closed" ? { rc: 0, rm: "Section 14 is closed." } : { rc: 1, rm: "" };
  const first = await save("article 1");
  const { since } = (await overview()).sites[0] ?? {};
  expect(Date.parse(since ?? "")).toBeGreaterThanOrEqual(Date.parse(first.created_at));
  await save("article 2");
  await save("closed", other);
  await save("taken", other);

  const { origin, host } = new URL(site.callbackUrl);
  const seen = await overview();
  expect(seen.site_count).toBe(2);
  expect(seen.sites).toMatchObject([
    {
      ...{ project: "The Daily Test", environment: "dev", callback_url: site.callbackUrl, waiting: 2, origin, host },
      ...{ is_failing: true, since, code: "http_status", last_status: 500, last_taken_at: null },
    },
    { host: new URL(other.callbackUrl).host, waiting: 1, is_failing: false, code: "rejected_by_site" },
  ]);
  const [, refusing] = seen.sites;
  expect(refusing?.explanation).toContain("Section 14 is closed.");
  expect(refusing?.last_taken_at).not.toBeNull();
  expect(seen.hours).toHaveLength(24);
  // The hour may have ended between two saves.
  const sum = (name: "delivered" | "failed") => seen.hours.slice(-2).reduce((all, hour) => all + hour[name], 0);
  expect([sum("delivered"), sum("failed")]).toEqual([1, 3]);
  expect(await appliance.console<AttentionCount>("GET", "/overview/attention")).toEqual({ articles: 3, fonts: 0 });

  site.respond = () => ({ rc: 1, rm: "" });
  await save("article 3");
  const recovered = (await overview()).sites.find((row) => row.host === host);
  expect(recovered).toMatchObject({ is_failing: false, waiting: 2 });
});

it("sums attempts, opens and saves of a day, a month and a year", async () => {
  const hour = Date.now() - (Date.now() % HOUR_MS);
  for (const days of [0, 10, 29, 200, 399])
    change(
      "INSERT INTO delivery_hours (hour, delivered, failed, opens, saves) VALUES (?, 1, 2, 3, 4)",
      hour - days * 24 * HOUR_MS,
    );
  const history = (span: string) => appliance.console<History>("GET", `/overview/history?span=${span}`);
  const sumOf = ({ points }: History) =>
    (["delivered", "failed", "opens", "saves"] as const).map((name) => points.reduce((all, one) => all + one[name], 0));
  for (const [span, points, hours] of [
    ["day", 24, 1],
    ["month", 30, 3],
    ["year", 53, 4],
  ] as const) {
    const read = await history(span);
    expect(read.points).toHaveLength(points);
    expect(sumOf(read)).toEqual([hours, 2 * hours, 3 * hours, 4 * hours]);
    expect(read.points.at(-1)).toMatchObject({ delivered: 1, failed: 2 });
    expect(Date.parse(read.points.at(-1)?.at ?? "")).toBeLessThanOrEqual(hour);
  }
  await save("just now");
  await eventually(async () => {
    const { opens, saves } = (await history("day")).points.at(-1) ?? {};
    expect([opens, saves]).toEqual([3 + 1, 4 + 1]);
  });
  await expect(history("century")).rejects.toThrow(/422/);
});

it("resends all undelivered articles of one site, then of all", async () => {
  const refuse = () => ({ rc: 0, rm: "no" });
  for (const each of [site, other]) each.respond = refuse;
  // More than one step of resending.
  const ids = Array.from({ length: 51 }, (_, index) => `article ${index}`);
  for (const id of ids) await (await article(id)).save();
  await save("elsewhere", other);
  await site.received(51);
  await eventually(async () => expect((await overview()).attention_count.articles).toBe(52));
  for (const each of [site, other]) each.respond = () => ({ rc: 1, rm: "" });
  const { origin } = new URL(site.callbackUrl);
  const sent = await appliance.console<Resent>("POST", "/overview/retry", { site: { project: project.id, origin } });
  expect(sent).toEqual({ sent: 51, more: false });
  await eventually(async () => expect((await overview()).sites).toMatchObject([{ waiting: 1 }]));
  expect(await appliance.console("POST", "/overview/retry", {})).toEqual({ sent: 1, more: false });
  const nothing = { sites: [], site_count: 0, attention_count: { articles: 0, fonts: 0 } };
  await eventually(async () => expect(await overview()).toMatchObject(nothing));
  const audited = await appliance.audit("deliveries sent again");
  expect(audited.map(({ detail }) => detail)).toEqual([
    { origin: null, retried: 1 },
    { origin, retried: 51 },
  ]);
});

it("resends nothing while deliveries are paused, and reports that", async () => {
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const held = /409.*on hold.*Settings → Deliveries/s;
  await expect(appliance.console("POST", "/overview/retry", {})).rejects.toThrow(held);
});

it("shows the stored sizes by kind", async () => {
  const before = (await overview()).storage;
  expect(before).toMatchObject({ blob_bytes: 0, font_bytes: 0 });
  expect(before.database_bytes).toBeGreaterThan(100_000);
  expect(before.free_bytes).toBeGreaterThan(0);
  change("INSERT INTO blobs (sha256, size, crc32, created_at) VALUES ('aa', 1000, 0, 0), ('bb', 234, 0, 0)");
  expect((await overview()).storage.blob_bytes).toBe(1_234);
  change("DELETE FROM blobs WHERE sha256 = 'bb'");
  expect((await overview()).storage.blob_bytes).toBe(1_000);
});

it("shows the time of the last backup", async () => {
  expect((await overview()).backup).toBeNull();
  await backUp(appliance);
  const { file, last_at } = await eventually(async () => (await overview()).backup ?? expect.fail("no backup yet"));
  expect(file).toMatch(/^galley-.*\.zip$/);
  expect(Math.abs(Date.parse(last_at) - Date.now())).toBeLessThan(60_000);
});

it("checks in the background whether the public URL is reachable", async () => {
  const { public_url } = await overview();
  expect(public_url).toMatchObject({ url: appliance.url });
  await eventually(async () => expect((await overview()).public_url).toMatchObject({ reachable: true, reason: null }));
});

it("derives the first steps from the data, and stores that they were dismissed", async () => {
  const steps = async () => (await overview()).first_steps;
  expect(await steps()).toEqual({ dismissed: false, sample_site: false, own_project: true, receiver: false });
  // An accepted version does not count as a receiver check.
  await save("article 1");
  expect(await steps()).toMatchObject({ receiver: false });
  const checked = "INSERT INTO audit_log (at, action, subject, detail) VALUES (1, 'receiver checked', ?, ?)";
  change(checked, project.id, JSON.stringify({ verdict: "passed" }));
  expect(await steps()).toMatchObject({ receiver: true });
  const { settings } = await appliance.console<SettingsView>("PATCH", "/settings", { first_steps_dismissed: true });
  expect(settings.first_steps_dismissed).toBe(true);
  expect(await steps()).toMatchObject({ dismissed: true });
});
