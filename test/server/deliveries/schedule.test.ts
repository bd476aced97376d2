import { afterEach, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { RETRY_DELAYS_MS } from "../../../server/deliveries/schedule.ts";
import { type RunningAppliance, startAppliance, type TestClock, testClock } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { articleOf, editorOf, openSession, type Site, startSite } from "../../support/site.ts";

let clock: TestClock;
let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;

async function start(): Promise<void> {
  clock = testClock();
  appliance = await startAppliance({ clock });
  project = await appliance.createProject();
  site = await startSite();
}

afterEach(async () => {
  await appliance.close();
  await site.close();
});

async function editArticle(materialId: string) {
  const editor = editorOf(
    await openSession(appliance.url, project, { material_id: materialId, callback_url: site.callbackUrl }),
  );
  return async (saveId: string, base: number | null) =>
    (await (
      await editor("POST", "/versions", { save_id: saveId, vms_json: articleOf(saveId), base_version: base })
    ).json()) as SavedVersion;
}

const broken = (_: unknown, res: import("node:http").ServerResponse) => void res.writeHead(500).end("down");

it("tries ten times more, each after its wait, and then says that it is exhausted", async () => {
  await start();
  site.answer = broken;
  const save = await editArticle("a");
  const { delivery_id: id } = await save("one", null);
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
  expect(await deliveryIs(appliance, id, ({ state }) => state === "delivered")).toMatchObject({ attempts: 12 });
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  expect(attempts[0]?.reason).toBe("manual");
});

it("hears Retry-After where it asks for more patience", async () => {
  await start();
  site.answer = (_, res) => void res.writeHead(503, { "retry-after": "3600" }).end();
  const save = await editArticle("a");
  const row = await deliverySettles(appliance, (await save("one", null)).delivery_id);
  expect(Date.parse(row.next_attempt_at ?? "") - clock.now()).toBe(3_600_000);
});

it("lets a newer save supersede one that is waiting, and says so", async () => {
  await start();
  site.answer = broken;
  const save = await editArticle("a");
  const first = await save("one", null);
  await deliverySettles(appliance, first.delivery_id);
  site.answer = () => ({ rc: 1 });
  const second = await save("two", 1);
  expect(await deliverySettles(appliance, second.delivery_id)).toMatchObject({ state: "delivered" });
  expect(await deliverySettles(appliance, first.delivery_id)).toMatchObject({ state: "superseded" });
  clock.advance(60_000);
  const refused = await fetch(`${appliance.consoleUrl}/api/deliveries/${first.delivery_id}/retry`, {
    method: "POST",
    headers: { authorization: `Bearer ${appliance.consoleToken}` },
  });
  expect(refused.status).toBe(409);
  expect(site.callbacks).toHaveLength(2);
});

it("refuses to resend a version while a newer one exists, though the site accepted neither", async () => {
  await start();
  site.answer = () => ({ rc: 0, rm: "The section is closed." });
  const save = await editArticle("a");
  const first = await save("one", null);
  await deliverySettles(appliance, first.delivery_id);
  expect(await appliance.console("GET", `/deliveries/${first.delivery_id}`)).toMatchObject({ has_newer: false });
  const newer = await save("two", 1);
  await deliverySettles(appliance, newer.delivery_id);
  await expect(appliance.console("POST", `/deliveries/${first.delivery_id}/retry`)).rejects.toThrow(
    /409.*This article has a newer version\. Resend that one/,
  );
  expect(await appliance.console("GET", `/deliveries/${first.delivery_id}`)).toMatchObject({ has_newer: true });
  expect(await appliance.console("GET", `/deliveries/${newer.delivery_id}`)).toMatchObject({ has_newer: false });
  site.answer = () => ({ rc: 1 });
  await appliance.console("POST", `/deliveries/${newer.delivery_id}/retry`);
  await deliveryIs(appliance, newer.delivery_id, ({ state }) => state === "delivered");
  expect(site.callbacks).toHaveLength(3);
});

it("retries with the credentials that the session has now, and with the other metadata of the save", async () => {
  await start();
  site.answer = broken;
  const opened = (metadata: object) =>
    openSession(appliance.url, project, { material_id: "a", callback_url: site.callbackUrl, metadata });
  const before = {
    section_id: 7,
    timeLimitedAuthToken: "old",
    webhook_auth_user: "desk",
    apiKey: "dropped",
    private: true,
    desk: { token: "of the save" },
  };
  const editor = editorOf(await opened(before));
  const body = { save_id: "one", vms_json: articleOf("Words"), base_version: null };
  const { delivery_id: id } = (await (await editor("POST", "/versions", body)).json()) as SavedVersion;
  const failed = await deliverySettles(appliance, id);
  await opened({
    section_id: 8,
    timeLimitedAuthToken: "new",
    webhook_auth_user: "desk-2",
    webhook_auth_password: "added",
    private: false,
  });
  site.answer = () => ({ rc: 1 });
  clock.advance(Date.parse(failed.next_attempt_at ?? "") - clock.now());
  await deliveryIs(appliance, id, ({ state }) => state === "delivered");
  const [first, second] = site.callbacks;
  const service = {
    version_id: expect.any(String),
    version_cdate: expect.any(String),
    user_email: null,
    user_ip: "127.0.0.1",
  };
  expect(first?.body.metadata).toEqual({ ...before, ...service });
  expect(second?.body.metadata).toEqual({
    section_id: 7,
    timeLimitedAuthToken: "new",
    webhook_auth_user: "desk-2",
    webhook_auth_password: "added",
    private: true,
    desk: { token: "of the save" },
    ...service,
  });
  expect(second?.headers.authorization).toBe(`Basic ${Buffer.from("desk-2:added").toString("base64")}`);
});

it("sends one callback of a session at a time, in order", async () => {
  await start();
  const release = Promise.withResolvers<void>();
  let underWay = 0;
  site.answer = async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await release.promise;
    underWay -= 1;
    return { rc: 1 };
  };
  const save = await editArticle("a");
  const first = await save("one", null);
  await deliveryIs(appliance, first.delivery_id, ({ state }) => state === "sending");
  await save("two", 1);
  const third = await save("three", 2);
  release.resolve();
  expect(await deliveryIs(appliance, third.delivery_id, ({ state }) => state === "delivered")).toMatchObject({
    version_number: 3,
  });
  const ids = site.callbacks.map(({ body }) => body.metadata.version_id);
  expect(ids).toEqual([first.version_id, third.version_id]);
});

it("sends at most four at a time to one site, and does not hold up another", async () => {
  await start();
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
  const slow = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => (await editArticle(`slow-${n}`))("s", null)),
  );
  const other = await startSite();
  const session = await openSession(appliance.url, project, { material_id: "quick", callback_url: other.callbackUrl });
  const saved = (await (
    await editorOf(session)("POST", "/versions", { save_id: "s", vms_json: articleOf("q"), base_version: null })
  ).json()) as SavedVersion;
  await deliveryIs(appliance, saved.delivery_id, ({ state }) => state === "delivered");
  release.resolve();
  for (const { delivery_id } of slow) await deliveryIs(appliance, delivery_id, ({ state }) => state === "delivered");
  expect(most).toBe(4);
  await other.close();
});

it("holds deliveries while they are paused, and sends them when released", async () => {
  await start();
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const save = await editArticle("a");
  const { delivery_id: id } = await save("one", null);
  clock.advance(60_000);
  expect(await deliveryIs(appliance, id, () => true)).toMatchObject({ state: "held", attempts: 0 });
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  await deliveryIs(appliance, id, ({ state }) => state === "delivered");
});
