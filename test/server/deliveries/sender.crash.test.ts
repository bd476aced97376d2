import { afterEach, expect, it } from "vitest";
import { type RunningAppliance, spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { articleOfKeys } from "../../support/newsroom.ts";
import { downloadArchive, type Site, signature, startSite } from "../../support/site.ts";

let site: Site;
let appliance: RunningAppliance | undefined;

afterEach(async () => {
  await appliance?.close();
  await site.close();
});

it("sends after the restart what kill -9 came between: the save and its callback", async () => {
  const dataDir = temporaryFolder();
  site = await startSite();
  const killed = await spawnAppliance({ dataDir });
  const project = await killed.createProject();
  await killed.console("PATCH", "/settings", { deliveries_paused: true });
  const saved = await (await articleOfKeys(killed, project, "m", site.callbackUrl)).save();
  await killed.kill();

  appliance = await spawnAppliance({ dataDir });
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  const { body } = await site.received(1);
  expect(body.metadata.version_id).toBe(saved.version_id);
  expect((await downloadArchive(project, body.content_url, "m")).status).toBe(200);
});

it("sends again after the restart what was under way at kill -9, and the log says so", async () => {
  const dataDir = temporaryFolder();
  const arrived = Promise.withResolvers<void>();
  site = await startSite(() => {
    arrived.resolve();
    return new Promise(() => {});
  });
  const killed = await spawnAppliance({ dataDir });
  const project = await killed.createProject();
  const saved = await (await articleOfKeys(killed, project, "m", site.callbackUrl)).save();
  await arrived.promise;
  await killed.kill();

  site.answer = () => ({ rc: 1 });
  appliance = await startAppliance({ dataDir });
  const row = await deliveryIs(appliance, saved.delivery_id, ({ state }) => state === "delivered");
  expect(row.attempts).toBe(2);
  const { attempts } = await appliance.console<{ attempts: object[] }>("GET", `/deliveries/${saved.delivery_id}`);
  expect(attempts).toMatchObject([
    { number: 2, reason: "restart", error_code: null },
    { number: 1, error_code: "interrupted" },
  ]);
});

it("accepts a signature over an address that was issued before a restart on another port", async () => {
  const dataDir = temporaryFolder();
  site = await startSite();
  const first = await startAppliance({ dataDir });
  const project = await first.createProject();
  await (await articleOfKeys(first, project, "m", site.callbackUrl)).save();
  const { body } = await site.received(1);
  await first.close();

  appliance = await startAppliance({ dataDir });
  const { pathname } = new URL(body.content_url);
  const query = new URLSearchParams({ api_key: project.api_key, material_id: "m" });
  const answer = await fetch(`${appliance.url}${pathname}?${query}`, {
    headers: { "x-service-signature": signature(project.api_secret, "m", body.content_url) },
  });
  expect(answer.status).toBe(200);
});
