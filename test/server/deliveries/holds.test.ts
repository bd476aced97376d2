/** Deliveries of a site on hold: pending ones, those being sent, and new ones. */
import { afterAll, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import type { SiteRow, SiteView } from "../../../server/contracts/sites-api.ts";
import { startAppliance, testClock } from "../../support/appliance.ts";
import { atConsoleEvents, deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { changeIn, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import type { Answer } from "../../support/site.ts";

const broken: Answer = (_, res) => void res.writeHead(500).end("down");

const clock = testClock();
let { appliance } = await startNewsroom({ clock });
afterAll(() => appliance.close());

async function start() {
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
const delivered = (id: string) => deliveryIs(appliance, id, ({ state }) => state === "delivered");
const stateOf = async (id: string) => (await deliveryIs(appliance, id, () => true)).state;

it("holds pending and new deliveries of one site, and sends them when it is released", async () => {
  const room = await start();
  const { site, other, article, siteAt, origin } = room;
  site.answer = broken;
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

  site.answer = () => ({ rc: 1 });
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
  const { site, article, hold, release } = await start();
  const arrived = { good: Promise.withResolvers<void>(), bad: Promise.withResolvers<void>() };
  const answers = Promise.withResolvers<void>();
  site.answer = async ({ body }, res) => {
    arrived[body.material_id as "good" | "bad"].resolve();
    await answers.promise;
    return body.material_id === "good" ? { rc: 1 } : broken({ body } as never, res);
  };
  const good = await (await article("good")).save();
  const bad = await (await article("bad")).save();
  await Promise.all([arrived.good.promise, arrived.bad.promise]);
  expect((await hold()).undelivered).toMatchObject({ sending: 2, held: 0 });
  answers.resolve();
  expect(await deliverySettles(appliance, good.delivery_id)).toMatchObject({ state: "delivered" });
  const failed = { state: "held", code: "http_status", next_attempt_at: null };
  expect(await deliverySettles(appliance, bad.delivery_id)).toMatchObject(failed);
  site.answer = () => ({ rc: 1 });
  await release();
  await delivered(bad.delivery_id);
});

it("keeps a site on hold during and after a pause of all deliveries, and after a restart", async () => {
  const { article, other, site, siteAt, origin, hold } = await start();
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
  const { site, other, article, hold, siteAt, origin } = await start();
  site.answer = () => ({ rc: 0, rm: "The section is closed." });
  const rejected = await (await article("rejected")).deliver();
  const { id } = await siteAt(origin);
  await hold();
  await expect(appliance.console("POST", `/deliveries/${rejected.id}/retry`)).rejects.toThrow(/409.*on hold/);
  const skipped = [{ reason: "held", count: 1, sentence: "is on hold" }];
  const outcome = await appliance.console("POST", "/deliveries/retry", { filter: { site: id } });
  expect(outcome).toMatchObject({ retried: 0, skipped });
  // The article moves to a site that is not on hold, fails there, and moves back.
  other.answer = broken;
  const moving = await (await article("moving")).save();
  await article("moving", { callback_url: other.callbackUrl });
  await deliveryIs(appliance, moving.delivery_id, ({ standing }) => standing === "retrying");
  await article("moving", { callback_url: site.callbackUrl });
  expect(await deliveryIs(appliance, moving.delivery_id, () => true)).toMatchObject({ state: "held", site_id: id });
  expect([site.callbacks.length, other.callbacks.length]).toEqual([1, 1]);
});

it("processes a long queue in steps", async () => {
  const { article, hold, release, site } = await start();
  site.answer = broken;
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
