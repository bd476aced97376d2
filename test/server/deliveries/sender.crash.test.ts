import { expect, it, onTestFinished } from "vitest";
import { spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { articleOfKeys } from "../../support/newsroom.ts";
import { downloadArchive, startSite } from "../../support/site.ts";

it("sends interrupted and saved deliveries after kill -9, and logs the interruption", async () => {
  const dataDir = temporaryFolder();
  const arrived = Promise.withResolvers<void>();
  const site = await startSite(() => {
    arrived.resolve();
    return new Promise(() => {});
  });
  onTestFinished(site.close);
  const killed = await spawnAppliance({ dataDir });
  const project = await killed.createProject();
  const underWay = await (await articleOfKeys(killed, project, "under way", site.callbackUrl)).save();
  await arrived.promise;
  await killed.console("PATCH", "/settings", { deliveries_paused: true });
  const saved = await (await articleOfKeys(killed, project, "saved", site.callbackUrl)).save();
  await killed.kill();

  site.answer = () => ({ rc: 1 });
  const appliance = await startAppliance({ dataDir });
  onTestFinished(appliance.close);
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  for (const { delivery_id } of [underWay, saved])
    await deliveryIs(appliance, delivery_id, ({ state }) => state === "delivered");
  const { attempts } = await appliance.console<{ attempts: object[] }>("GET", `/deliveries/${underWay.delivery_id}`);
  expect(attempts).toMatchObject([
    { number: 2, reason: "restart", error_code: null },
    { number: 1, error_code: "interrupted" },
  ]);
  const { body } = site.callbacks.find((callback) => callback.body.material_id === "saved") ?? expect.fail("none");
  expect(body.metadata.version_id).toBe(saved.version_id);
  expect((await downloadArchive(project, body.content_url, "saved")).status).toBe(200);
});
