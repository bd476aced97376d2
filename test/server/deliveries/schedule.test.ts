import { expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { RETRY_DELAYS_MS } from "../../../server/deliveries/attempt.ts";
import { testClock } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import type { Answer } from "../../support/site.ts";

/** Advances only in the tests. */
const clock = testClock();
const { appliance } = await startNewsroom({ clock });

/** A project with its site and one article. */
async function start(answer?: Answer) {
  const room = await newsroomIn(appliance, {}, answer);
  return { ...room, ...(await room.article("a")) };
}

const delivered = (id: string) => deliveryIs(appliance, id, ({ state }) => state === "delivered");
const broken: Answer = (_, res) => void res.writeHead(500).end("down");

it("retries ten times at growing intervals, then is exhausted and can be resent", async () => {
  const { site, save } = await start();
  site.answer = broken;
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
  site.answer = () => ({ rc: 1 });
  await appliance.console("POST", `/deliveries/${id}/retry`);
  expect(await delivered(id)).toMatchObject({ attempts: 12 });
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  expect(attempts[0]?.reason).toBe("manual");
});

it("prolongs the retry interval by Retry-After", async () => {
  const { site, deliver } = await start();
  site.answer = (_, res) => void res.writeHead(503, { "retry-after": "3600" }).end();
  const row = await deliver("one");
  expect(Date.parse(row.next_attempt_at ?? "") - clock.now()).toBe(3_600_000);
});

it("supersedes a pending delivery after a newer save, and does not resend it", async () => {
  const { site, deliver } = await start();
  site.answer = broken;
  const first = await deliver("one");
  site.answer = () => ({ rc: 1 });
  expect(await deliver("two")).toMatchObject({ state: "delivered" });
  expect(await deliverySettles(appliance, first.id)).toMatchObject({ state: "superseded" });
  clock.advance(60_000);
  await expect(appliance.console("POST", `/deliveries/${first.id}/retry`)).rejects.toThrow("409");
  expect(site.callbacks).toHaveLength(2);
});

it("does not resend a version while a newer one exists, even if the site accepted neither", async () => {
  const { site, deliver } = await start();
  site.answer = () => ({ rc: 0, rm: "The section is closed." });
  const first = await deliver("one");
  expect(await appliance.console("GET", `/deliveries/${first.id}`)).toMatchObject({ has_newer: false });
  const newer = await deliver("two");
  await expect(appliance.console("POST", `/deliveries/${first.id}/retry`)).rejects.toThrow(
    /409.*This article has a newer version\. Resend that one/,
  );
  expect(await appliance.console("GET", `/deliveries/${first.id}`)).toMatchObject({ has_newer: true });
  expect(await appliance.console("GET", `/deliveries/${newer.id}`)).toMatchObject({ has_newer: false });
  site.answer = () => ({ rc: 1 });
  await appliance.console("POST", `/deliveries/${newer.id}/retry`);
  await delivered(newer.id);
  expect(site.callbacks).toHaveLength(3);
});

it("retries with the current credentials of the session and the other metadata of the save", async () => {
  const { site, article } = await start();
  site.answer = broken;
  const kept = { section_id: 7, private: true, desk: { token: "of the save" } };
  const before = { ...kept, timeLimitedAuthToken: "old", webhook_auth_user: "desk", apiKey: "dropped" };
  const failed = await (await article("a", { metadata: before })).deliver();
  const added = { timeLimitedAuthToken: "new", webhook_auth_user: "desk-2", webhook_auth_password: "added" };
  await article("a", { metadata: { section_id: 8, private: false, ...added } });
  site.answer = () => ({ rc: 1 });
  clock.advance(Date.parse(failed.next_attempt_at ?? "") - clock.now());
  await delivered(failed.id);
  const [first, second] = site.callbacks;
  const version = { version_id: expect.any(String), version_cdate: expect.any(String) };
  const service = { ...version, user_email: null, user_ip: "127.0.0.1" };
  expect(first?.body.metadata).toEqual({ ...before, ...service });
  expect(second?.body.metadata).toEqual({ ...added, ...kept, ...service });
  expect(second?.headers.authorization).toBe(`Basic ${Buffer.from("desk-2:added").toString("base64")}`);
});

it("sends the callbacks of a session one at a time, in order", async () => {
  const { site, save } = await start();
  const release = Promise.withResolvers<void>();
  let underWay = 0;
  site.answer = async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await release.promise;
    underWay -= 1;
    return { rc: 1 };
  };
  const first = await save("one");
  await deliveryIs(appliance, first.delivery_id, ({ state }) => state === "sending");
  await save("two");
  const third = await save("three");
  release.resolve();
  expect(await delivered(third.delivery_id)).toMatchObject({ version_number: 3 });
  const ids = site.callbacks.map(({ body }) => body.metadata.version_id);
  expect(ids).toEqual([first.version_id, third.version_id]);
});

it("sends at most four callbacks at a time to one site, without delaying other sites", async () => {
  const { site, article } = await start();
  const release = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  site.answer = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await release.promise;
    underWay -= 1;
    return { rc: 1 };
  };
  const slow = await Promise.all(Array.from({ length: 8 }, async (_, n) => (await article(`slow-${n}`)).save()));
  const { site: other } = await newsroomIn(appliance);
  const saved = await (await article("quick", { callback_url: other.callbackUrl })).save();
  await delivered(saved.delivery_id);
  release.resolve();
  for (const { delivery_id } of slow) await delivered(delivery_id);
  expect(most).toBe(4);
});

it("sends the next callback to a new callback URL after the one to the old URL has ended", async () => {
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { article } = await start(async () => {
    arrived.resolve();
    await released.promise;
    return { rc: 1, rm: "", data: {} };
  });
  const { site: moved } = await newsroomIn(appliance);
  await (await article("moved")).save();
  await arrived.promise;
  await (await article("moved", { callback_url: moved.callbackUrl })).save("Words", { base_version: 1 });
  expect(moved.callbacks).toHaveLength(0);
  released.resolve();
  expect((await moved.received(1)).body.material_id).toBe("moved");
});
