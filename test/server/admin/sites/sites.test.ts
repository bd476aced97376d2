import { beforeEach, expect, it } from "vitest";
import type { SiteRow, SiteView } from "../../../../server/contracts/sites-api.ts";
import { accountOf } from "../../../support/accounts.ts";
import { testClock } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { openRequest, postOpen } from "../../../support/integration.ts";
import { inDatabase, type Newsroom, startNewsroom } from "../../../support/newsroom.ts";
import { downloadArchive } from "../../../support/site.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: ReturnType<typeof testClock>;
let { appliance, project, site, article } = {} as Newsroom;
beforeEach(async () => {
  // Shortly after a full hour, so that a few minutes stay within it.
  clock = testClock(Date.UTC(2026, 4, 20, 10, 1));
  ({ appliance, project, site, article } = await startNewsroom({ clock, name: "The Herald" }));
});

const rows = (query = "") => appliance.list<SiteRow>(`/sites?${query}`);
const view = async () => appliance.console<SiteView>("GET", `/sites/${(await rows())[0]?.id}`);

it("lists a site from its first delivery on, and shows its results by time", async () => {
  expect(await rows()).toEqual([]);
  const { deliver } = await article("harbour");
  site.respond = () => ({ rc: 0, rm: "The section is closed." });
  await deliver();
  const { origin, host } = new URL(site.callbackUrl);
  const at = "2026-05-20T10:01:00.000+00:00";
  expect(await rows()).toMatchObject([
    {
      ...{ project_id: project.id, project: "The Herald", origin, host, state: "failing", undelivered: 1 },
      ...{ failing_since: at, last_attempt_at: at, last_delivered_at: null, held_at: null },
    },
  ]);
  clock.advance(10 * MINUTE);
  site.respond = () => ({ rc: 1 });
  await deliver("two");
  const seen = await view();
  expect(seen).toMatchObject({
    state: "ok",
    failing_since: null,
    last_delivered_at: "2026-05-20T10:11:00.000+00:00",
    callback_url: site.callbackUrl,
    undelivered: { total: 0, resendable: 0, queued: 0, retrying: 0, rejected: 0 },
  });
  const { hour, day, month } = seen.spans;
  expect([hour.points.length, day.points.length, month.points.length]).toEqual([12, 24, 30]);
  expect(hour.points.at(-1)).toMatchObject({ at: "2026-05-20T10:10:00.000+00:00", delivered: 1, failed: 0 });
  expect(hour.points.at(-3)).toMatchObject({ at: "2026-05-20T10:00:00.000+00:00", delivered: 0, failed: 1 });
  for (const span of [hour, day, month]) expect(span).toMatchObject({ delivered: 1, failed: 1, rate: 0.5 });
  expect(day.points.at(-1)).toMatchObject({ at: "2026-05-20T10:00:00.000+00:00", delivered: 1, failed: 1 });
  clock.advance(2 * HOUR);
  expect((await view()).spans.hour).toMatchObject({ delivered: 0, failed: 0, rate: null, p50_ms: null, p95_ms: null });
});

it("finds sites by host and project, and sorts them page by page", async () => {
  const other = await appliance.createProject({ name: "Ёж and Badger" });
  inDatabase(appliance.dataDir, (database) => {
    const add = database.prepare(
      "INSERT INTO site_states (project_id, origin, last_attempt_at, failing_since, held_at) VALUES (?, ?, ?, ?, ?)",
    );
    const now = clock.now();
    for (let n = 0; n < 60; n++) add.run(project.id, `https://cms${n}.example.org`, now - n, null, null);
    add.run(other.id, "https://failing.example.net:8443", now - 100, now - 200, null);
    add.run(other.id, "https://held.example.net", now - 100, now - 200, now - 50);
    add.run(other.id, "https://idle.example.net", now - 31 * 24 * HOUR, null, null);
  });
  const hosts = async (query: string) => (await rows(query)).map(({ host }) => host);
  expect((await hosts("")).slice(0, 3)).toEqual(["failing.example.net:8443", "held.example.net", "cms0.example.org"]);
  for (const sort of ["attention", "name", "undelivered", "last_attempt"]) {
    expect(await rows(`sort=${sort}`)).toHaveLength(50);
    const all = await appliance.listAll<SiteRow>(`/sites?sort=${sort}`);
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([63, 63]);
  }
  expect((await hosts("sort=last_attempt"))[0]).toBe("cms0.example.org");
  expect(await hosts("q=cms5.")).toEqual(["cms5.example.org"]);
  expect(await hosts(`q=${encodeURIComponent("еж example")}`)).toHaveLength(3);
  expect(await hosts(`project=${other.id}&q=8443`)).toEqual(["failing.example.net:8443"]);
  const states = (await rows(`project=${other.id}&sort=name`)).map(({ host, state }) => `${host} ${state}`);
  expect(states).toEqual(["failing.example.net:8443 failing", "held.example.net held", "idle.example.net idle"]);
  await expect(appliance.console("GET", "/sites/4711")).rejects.toThrow(/404.*no such site/);
});

it("groups failures by code into problems that admins can mute and resolve", async () => {
  site.respond = () => ({ rc: 0, rm: "The section is closed." });
  const { deliver } = await article("harbour", { metadata: { title: "Harbour fire" } });
  await deliver("one");
  clock.advance(MINUTE);
  const { id: newest } = await deliver("two");
  site.respond = (_, res) => void res.writeHead(503).end("down");
  await (await article("other")).deliver();
  const problem = async (code: string) => (await view()).problems.find((each) => each.code === code);
  const down = await problem("http_status");
  const rejected = await problem("rejected_by_site");
  expect(down).toMatchObject({ code: "http_status", warning: false, count: 1, undelivered: 1, state: "open" });
  expect(down?.explanation).toContain("503");
  expect(rejected).toMatchObject({
    code: "rejected_by_site",
    count: 2,
    undelivered: 1,
    first_at: "2026-05-20T10:01:00.000+00:00",
    last_at: "2026-05-20T10:02:00.000+00:00",
    example: { delivery_id: newest, title: "Harbour fire", material_id: "harbour" },
    assigned_to: null,
    muted_until: null,
  });
  expect(rejected?.explanation).toContain("The section is closed.");

  const now = () => problem("rejected_by_site");
  const change = async (body: object, id = rejected?.id) => {
    await appliance.console("PATCH", `/problems/${id}`, body);
    return now();
  };
  const until = "2026-05-20T11:02:00.000+00:00";
  expect(await change({ muted_until: until })).toMatchObject({ state: "muted", muted_until: until });
  expect((await view()).problems.map(({ code }) => code)).toEqual(["http_status", "rejected_by_site"]);
  clock.advance(HOUR);
  expect(await now()).toMatchObject({ state: "open", muted_until: null });
  const resolved_at = "2026-05-20T11:02:00.000+00:00";
  expect(await change({ resolved: true })).toMatchObject({ state: "resolved", resolved_at, resolved_by: null });
  site.respond = () => ({ rc: 0, rm: "Closed." });
  await deliver("three");
  expect(await now()).toMatchObject({ state: "open", count: 3, resolved_at: null });
  await expect(change({ resolved: true }, "4711")).rejects.toThrow(/404.*no such problem/);
  await expect(change({ mute: true })).rejects.toThrow("422");
});

it("names the account that put a site on hold, and the one that a problem is assigned to", async () => {
  site.respond = () => ({ rc: 0, rm: "Closed." });
  await (await article("harbour")).deliver();
  const { id, problems } = await view();
  const operator = await accountOf(appliance, "operator", "Ida");
  const viewer = await accountOf(appliance, "viewer", "Vera");
  const path = `/problems/${problems[0]?.id}`;
  const change = async (body: object) => (await operator.ask<SiteView>("PATCH", path, body)).body.problems[0];
  expect((await operator.ask<SiteView>("POST", `/sites/${id}/hold`)).body).toMatchObject({ held_by: "Ida" });
  const assigned_to = { id: viewer.account.id, name: "Vera" };
  expect(await change({ assigned_to: viewer.account.id })).toMatchObject({ assigned_to });
  expect(await change({ resolved: true })).toMatchObject({ assigned_to, state: "resolved", resolved_by: "Ida" });
  await expect(appliance.console("PATCH", path, { assigned_to: "unknown" })).rejects.toThrow(/422.*does not exist/);
  await appliance.console("DELETE", `/admins/${viewer.account.id}`);
  expect((await view()).problems).toMatchObject([{ assigned_to: null, resolved_by: "Ida" }]);
});

it("counts an archive as a problem until the site downloads it", async () => {
  site.downloads = false;
  await (await article("harbour")).deliver();
  const seen = await view();
  expect(seen.problems).toMatchObject([{ code: "archive_not_downloaded", warning: true, count: 1, undelivered: 1 }]);
  expect(seen.spans.hour).toMatchObject({ delivered: 0, failed: 1 });
  expect(seen.undelivered).toMatchObject({ total: 1, not_downloaded: 1, resendable: 1 });
  const { content_url = "", material_id = "" } = site.callbacks[0]?.body ?? {};
  const wrongly = { ...project, api_secret: "another secret" };
  expect((await downloadArchive(wrongly, content_url, material_id)).status).toBe(403);
  const refused = [{ code: "archive_refused", warning: true, count: 1, undelivered: 1 }];
  await eventually(async () => expect((await view()).problems).toMatchObject(refused));
  await (await downloadArchive(project, content_url, material_id)).arrayBuffer();
  await eventually(async () => expect((await view()).problems).toEqual([]));
  expect((await view()).spans.hour).toMatchObject({ delivered: 1, failed: 0, rate: 1 });
});

it("shows the project's wrong signatures and refused opens by code", async () => {
  await (await article("harbour")).deliver();
  expect(await view()).toMatchObject({
    wrong_signatures: { count: 0, last: null, last_at: null },
    refused_opens: { count: 0, by_code: [], last_at: null },
  });
  const open = async (callback_url: string, given?: string) => {
    const { body, signature } = openRequest(project, { material_id: "a", callback_url });
    await postOpen(appliance.url, body, given ?? signature);
  };
  await open(site.callbackUrl, "wrong");
  await open(site.callbackUrl, "wrong");
  await open("https://elsewhere.example.org/callback");
  const seen = await eventually(async () => {
    clock.advance(1_000);
    const found = await view();
    expect(found.refused_opens.count).toBe(3);
    return found;
  });
  expect(seen.wrong_signatures).toMatchObject({ count: 2, last: { given: "wrong", material_id: "a" } });
  expect(seen.refused_opens.by_code.map(({ count }) => count)).toEqual([2, 1]);
  clock.advance(31 * 24 * HOUR);
  expect(await view()).toMatchObject({ wrong_signatures: { count: 0 }, refused_opens: { count: 0, last_at: null } });
});
