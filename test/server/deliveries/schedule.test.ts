import { afterAll, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import type { SiteRow, SiteView } from "../../../server/contracts/sites-api.ts";
import { RETRY_DELAYS_MS } from "../../../server/deliveries/attempt.ts";
import { startAppliance, testClock } from "../../support/appliance.ts";
import { atConsoleEvents, deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { changeIn, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import type { Reply, Site } from "../../support/site.ts";

/** Advances only in the tests. */
const clock = testClock();
let { appliance } = await startNewsroom({ clock });
afterAll(() => appliance.close());

/** A project with its site and one article. */
async function start(response?: Reply) {
  const room = await newsroomIn(appliance, {}, response);
  return { ...room, ...(await room.article("a")) };
}

const delivered = (id: string) => deliveryIs(appliance, id, ({ state }) => state === "delivered");
const broken: Reply = (_, res) => void res.writeHead(500).end("down");

it("retries ten times at growing intervals, then is exhausted and can be resent", async () => {
  const { site, save } = await start();
  site.respond = broken;
  const { delivery_id: id } = await save("one");
  for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
    const row = await deliverySettles(appliance, id, index);
    const wait = Date.parse(row.next_attempt_at ?? "") - clock.now();
    expect(row).toMatchObject({ state: "pending", attempts: index + 1 });
    expect(wait).toBeGreaterThanOrEqual(0.8 * delay);
    expect(wait).toBeLessThanOrEqual(1.2 * delay);
    clock.advance(wait - 1);
    expect(site.callbacks).toHaveLength(index + 1);
    clock.advance(1);
    await site.received(index + 2);
  }
  const last = await deliverySettles(appliance, id, RETRY_DELAYS_MS.length);
  expect(last).toMatchObject({ state: "exhausted", attempts: 11, next_attempt_at: null });
  site.respond = () => ({ rc: 1 });
  await appliance.console("POST", `/deliveries/${id}/retry`);
  expect(await delivered(id)).toMatchObject({ attempts: 12 });
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  expect(attempts[0]?.reason).toBe("manual");
});

it("prolongs the retry interval by Retry-After", async () => {
  const { site, deliver } = await start();
  site.respond = (_, res) => void res.writeHead(503, { "retry-after": "3600" }).end();
  const row = await deliver("one");
  expect(Date.parse(row.next_attempt_at ?? "") - clock.now()).toBe(3_600_000);
});

it("supersedes a pending delivery after a newer save, and does not resend it", async () => {
  const { site, deliver } = await start();
  site.respond = broken;
  const first = await deliver("one");
  site.respond = () => ({ rc: 1 });
  expect(await deliver("two")).toMatchObject({ state: "delivered" });
  expect(await deliverySettles(appliance, first.id)).toMatchObject({ state: "superseded" });
  clock.advance(60_000);
  await expect(appliance.console("POST", `/deliveries/${first.id}/retry`)).rejects.toThrow("409");
  expect(site.callbacks).toHaveLength(2);
});

it("does not resend a version while a newer one exists, even if the site accepted neither", async () => {
  const { site, deliver } = await start();
  site.respond = () => ({ rc: 0, rm: "The section is closed." });
  const first = await deliver("one");
  expect(await appliance.console("GET", `/deliveries/${first.id}`)).toMatchObject({ has_newer: false });
  const newer = await deliver("two");
  await expect(appliance.console("POST", `/deliveries/${first.id}/retry`)).rejects.toThrow(
    /409.*This article has a newer version\. Resend that one/,
  );
  expect(await appliance.console("GET", `/deliveries/${first.id}`)).toMatchObject({ has_newer: true });
  expect(await appliance.console("GET", `/deliveries/${newer.id}`)).toMatchObject({ has_newer: false });
  site.respond = () => ({ rc: 1 });
  await appliance.console("POST", `/deliveries/${newer.id}/retry`);
  await delivered(newer.id);
  expect(site.callbacks).toHaveLength(3);
});

it("retries with the current credentials of the session and the other metadata of the save", async () => {
  const { site, article } = await start();
  site.respond = broken;
  const kept = { section_id: 7, private: true, desk: { token: "of the save" } };
  const before = { ...kept, timeLimitedAuthToken: "old", webhook_auth_user: "desk", apiKey: "dropped" };
  const failed = await (await article("a", { metadata: before })).deliver();
  const added = { timeLimitedAuthToken: "new", webhook_auth_user: "desk-2", webhook_auth_password: "added" };
  await article("a", { metadata: { section_id: 8, private: false, ...added } });
  site.respond = () => ({ rc: 1 });
  clock.advance(Date.parse(failed.next_attempt_at ?? "") - clock.now());
  await delivered(failed.id);
  const [first, second] = site.callbacks;
  const version = { version_id: expect.any(String), version_cdate: expect.any(String) };
  const service = { ...version, user_email: null, user_ip: "127.0.0.1" };
  expect(first?.body.metadata).toEqual({ ...before, ...service });
  expect(second?.body.metadata).toEqual({ ...added, ...kept, ...service });
  expect(second?.headers.authorization).toBe(`Basic ${Buffer.from("desk-2:added").toString("base64")}`);
});

/** Makes a site respond only after `release`. `most()` is the largest number of callbacks at a time. */
function slowDown(site: Site) {
  const released = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  site.respond = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await released.promise;
    underWay -= 1;
    return { rc: 1 };
  };
  return { release: released.resolve, most: () => most };
}

it("sends the callbacks of a session one at a time, in order", async () => {
  const { site, save } = await start();
  const { release, most } = slowDown(site);
  const first = await save("one");
  await deliveryIs(appliance, first.delivery_id, ({ state }) => state === "sending");
  await save("two");
  const third = await save("three");
  release();
  expect(await delivered(third.delivery_id)).toMatchObject({ version_number: 3 });
  const ids = site.callbacks.map(({ body }) => body.metadata.version_id);
  expect(ids).toEqual([first.version_id, third.version_id]);
  expect(most()).toBe(1);
});

it("sends at most four callbacks at a time to one site, without delaying other sites", async () => {
  const { site, article } = await start();
  const { release, most } = slowDown(site);
  const slow = await Promise.all(Array.from({ length: 8 }, async (_, n) => (await article(`slow-${n}`)).save()));
  const { site: other } = await newsroomIn(appliance);
  const saved = await (await article("quick", { callback_url: other.callbackUrl })).save();
  await delivered(saved.delivery_id);
  release();
  for (const { delivery_id } of slow) await delivered(delivery_id);
  expect(most()).toBe(4);
});

it("sends the next callback to a new callback URL after the one to the old URL has ended", async () => {
  const { site, article } = await start();
  const { release } = slowDown(site);
  const { site: moved } = await newsroomIn(appliance);
  const { delivery_id } = await (await article("moved")).save();
  await deliveryIs(appliance, delivery_id, ({ state }) => state === "sending");
  await (await article("moved", { callback_url: moved.callbackUrl })).save("Words", { base_version: 1 });
  expect(moved.callbacks).toHaveLength(0);
  release();
  expect((await moved.received(1)).body.material_id).toBe("moved");
});

it("retries at the same time after the callback URL has changed", async () => {
  const { article } = await start(broken);
  const { site: moved } = await newsroomIn(appliance);
  const { id, next_attempt_at } = await (await article("moved")).deliver();
  await article("moved", { callback_url: moved.callbackUrl });
  expect(await deliveryIs(appliance, id, () => true)).toMatchObject({ state: "pending", next_attempt_at });
});

/** A project with a site to put on hold, and another site. */
async function startTwoSites() {
  const room = await newsroomIn(appliance);
  const { site: other } = await newsroomIn(appliance);
  const siteAt = async (origin: string): Promise<SiteRow> => {
    const { items } = await appliance.console<Page<SiteRow>>("GET", "/sites");
    const row = items.find((each) => each.origin === origin);
    if (row === undefined) throw new Error(`There is no site ${origin}.`);
    return row;
  };
  const origin = new URL(room.site.callbackUrl).origin;
  const order = async (what: "hold" | "release") =>
    appliance.console<SiteView>("POST", `/sites/${(await siteAt(origin)).id}/${what}`);
  return { ...room, other, origin, siteAt, hold: () => order("hold"), release: () => order("release") };
}
const stateOf = async (id: string) => (await deliveryIs(appliance, id, () => true)).state;

it("holds pending and new deliveries of one site, and sends them when it is released", async () => {
  const room = await startTwoSites();
  const { site, other, article, siteAt, origin } = room;
  site.respond = broken;
  const retrying = await (await article("retrying")).deliver();
  expect(retrying.standing).toBe("retrying");
  const held = await room.hold();
  expect(held).toMatchObject({ state: "held", held_at: expect.any(String), held_by: null, is_settling: false });
  expect(held.undelivered).toMatchObject({ total: 1, held: 1, retrying: 0, resendable: 0 });
  const kept = { state: "held", code: "http_status", attempts: 1, next_attempt_at: null };
  expect(await deliveryIs(appliance, retrying.id, () => true)).toMatchObject(kept);

  const first = await (await article("new")).save("one");
  expect(await stateOf(first.delivery_id)).toBe("held");
  const second = await (await article("new")).save("two", { base_version: 1 });
  expect(await stateOf(first.delivery_id)).toBe("superseded");
  // Deliveries to another site of the project continue.
  const elsewhere = await (await article("elsewhere", { callback_url: other.callbackUrl })).save();
  await delivered(elsewhere.delivery_id);
  clock.advance(3_600_000);
  expect(site.callbacks).toHaveLength(1);

  site.respond = () => ({ rc: 1 });
  expect(await room.release()).toMatchObject({ held_at: null, held_by: null, state: "failing" });
  await delivered(second.delivery_id);
  expect((await delivered(retrying.id)).attempts).toBe(2);
  expect(await siteAt(origin)).toMatchObject({ state: "ok", undelivered: 0 });
  // A second release changes nothing.
  await room.release();
  const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
  const actions = items.filter(({ detail }) => detail.origin === origin).map(({ action }) => action);
  expect(actions).toEqual(["site released", "site held"]);
});

it("finishes a running attempt: a success counts, a failure is put on hold", async () => {
  const { site, article, hold, release } = await startTwoSites();
  const arrived = { good: Promise.withResolvers<void>(), bad: Promise.withResolvers<void>() };
  const responses = Promise.withResolvers<void>();
  site.respond = async ({ body }, res) => {
    arrived[body.material_id as "good" | "bad"].resolve();
    await responses.promise;
    return body.material_id === "good" ? { rc: 1 } : broken({ body } as never, res);
  };
  const good = await (await article("good")).save();
  const bad = await (await article("bad")).save();
  await Promise.all([arrived.good.promise, arrived.bad.promise]);
  expect((await hold()).undelivered).toMatchObject({ sending: 2, held: 0 });
  responses.resolve();
  expect(await deliverySettles(appliance, good.delivery_id)).toMatchObject({ state: "delivered" });
  const failed = { state: "held", code: "http_status", next_attempt_at: null };
  expect(await deliverySettles(appliance, bad.delivery_id)).toMatchObject(failed);
  site.respond = () => ({ rc: 1 });
  await release();
  await delivered(bad.delivery_id);
});

it("keeps a site on hold during and after a pause of all deliveries, and after a restart", async () => {
  const { article, other, site, siteAt, origin, hold } = await startTwoSites();
  await (await article("first")).deliver();
  await hold();
  const mine = await (await article("mine")).save();
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const theirs = await (await article("theirs", { callback_url: other.callbackUrl })).save();
  expect(await stateOf(theirs.delivery_id)).toBe("held");
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  await delivered(theirs.delivery_id);
  expect(await stateOf(mine.delivery_id)).toBe("held");
  const { id } = await siteAt(origin);

  // A crash during a hold and a release: rows that do not match the site's state, and a running attempt.
  const waiting = await (await article("waiting")).save();
  const sending = await (await article("sending")).save();
  await appliance.close();
  const update = "UPDATE deliveries SET state = ?, next_attempt_at = 0 WHERE id = ?";
  for (const [state, { delivery_id }] of Object.entries({ pending: waiting, sending, held: theirs }))
    changeIn(appliance.dataDir, update, state, delivery_id);
  appliance = await startAppliance({ clock, dataDir: appliance.dataDir });
  await deliveryIs(appliance, theirs.delivery_id, ({ state, attempts }) => state === "delivered" && attempts === 2);
  for (const one of [mine, waiting, sending])
    await deliveryIs(appliance, one.delivery_id, ({ state }) => state === "held");
  expect(site.callbacks).toHaveLength(1);
  await appliance.console("POST", `/sites/${id}/release`);
  for (const one of [mine, waiting, sending]) await delivered(one.delivery_id);
});

it("does not resend deliveries of a site on hold, and moves them with their article", async () => {
  const { site, other, article, hold, siteAt, origin } = await startTwoSites();
  site.respond = () => ({ rc: 0, rm: "The section is closed." });
  const rejected = await (await article("rejected")).deliver();
  const { id } = await siteAt(origin);
  await hold();
  await expect(appliance.console("POST", `/deliveries/${rejected.id}/retry`)).rejects.toThrow(/409.*on hold/);
  const skipped = [{ reason: "held", count: 1, sentence: "is on hold" }];
  const outcome = await appliance.console("POST", "/deliveries/retry", { filter: { site: id } });
  expect(outcome).toMatchObject({ retried: 0, skipped });
  // The article moves to a site that is not on hold, fails there, and moves back.
  other.respond = broken;
  const moving = await (await article("moving")).save();
  await article("moving", { callback_url: other.callbackUrl });
  await deliveryIs(appliance, moving.delivery_id, ({ standing }) => standing === "retrying");
  await article("moving", { callback_url: site.callbackUrl });
  expect(await deliveryIs(appliance, moving.delivery_id, () => true)).toMatchObject({ state: "held", site_id: id });
  expect([site.callbacks.length, other.callbacks.length]).toEqual([1, 1]);
});

it("processes a long queue in steps", async () => {
  const { article, hold, release, site } = await startTwoSites();
  site.respond = broken;
  const { id } = await (await article("model")).deliver();
  const count = 3_000;
  changeIn(
    appliance.dataDir,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, code,
       next_attempt_at, created_at, latest)
     SELECT d.id || i, d.project_id, d.session_id, d.event, d.version_id, 'pending', d.origin, d.reason, d.code,
       d.next_attempt_at, d.created_at, 1
     FROM n, deliveries d WHERE d.id = ?`,
    count,
    id,
  );
  const first = await hold();
  expect(first.is_settling).toBe(true);
  expect(first.undelivered.held).toBeLessThan(count);
  const settled = (view: SiteView) =>
    atConsoleEvents(appliance, async () => {
      const seen = await appliance.console<SiteView>("GET", `/sites/${view.id}`);
      return seen.is_settling ? null : seen;
    });
  expect((await settled(first)).undelivered).toMatchObject({ held: count + 1, retrying: 0 });
  // A hold during a release takes effect too. Some attempts may have begun.
  await release();
  expect((await hold()).is_settling).toBe(true);
  const { undelivered } = await settled(first);
  expect(undelivered).toMatchObject({ retrying: 0, queued: 0 });
  expect(undelivered.held).toBeGreaterThan(count - 4);
  expect(site.callbacks.length).toBeLessThanOrEqual(5);
});
