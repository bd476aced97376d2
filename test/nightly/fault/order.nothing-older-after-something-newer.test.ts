import { afterEach, beforeEach, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type ApplianceProcess, spawnAppliance } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { articleOf, editorOf, openSession, type Site, startSite } from "../../support/site.ts";

let appliance: ApplianceProcess;
let project: ProjectWithSecret;
let site: Site;
let call: ReturnType<typeof editorOf>;

beforeEach(async () => {
  site = await startSite();
  appliance = await spawnAppliance();
  project = await appliance.createProject();
  call = editorOf(await openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl }));
});
afterEach(async () => {
  await appliance.close();
  await site.close();
});

async function save(base: number | null): Promise<SavedVersion> {
  const body = { save_id: `s${base}`, vms_json: articleOf("Words"), base_version: base };
  return (await (await call("POST", "/versions", body)).json()) as SavedVersion;
}
const stateOf = async (id: string) => (await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`)).state;
/** The versions that the site was sent, in the order of arrival. */
const sent = () => site.callbacks.map(({ body }) => body.metadata.version_id);

/** Answers nothing until it is told what. */
function holdAnswer() {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<object | undefined>();
  site.answer = () => {
    arrived.resolve();
    return release.promise;
  };
  return { arrived: arrived.promise, release: release.resolve };
}

it("after a crash sends the newer save only, where an older one was under way", async () => {
  const held = holdAnswer();
  const first = await save(null);
  await held.arrived;
  const second = await save(1);
  await appliance.kill();
  held.release(undefined);
  site.callbacks.length = 0;

  site.answer = () => ({ rc: 1 });
  appliance = await spawnAppliance({ dataDir: appliance.dataDir });
  await deliveryIs(appliance, second.delivery_id, ({ state }) => state === "delivered");
  expect(await stateOf(first.delivery_id)).toBe("superseded");
  expect(sent().filter((id) => id !== first.version_id)).toEqual([second.version_id]);
  expect(sent().at(-1)).toBe(second.version_id);
});

it("refuses to resend an older save while a newer one is on its way", async () => {
  site.answer = () => ({ rc: 0, rm: "no" });
  const first = await save(null);
  await deliverySettles(appliance, first.delivery_id);
  const held = holdAnswer();
  const second = await save(1);
  await held.arrived;
  await expect(appliance.console("POST", `/deliveries/${first.delivery_id}/retry`)).rejects.toThrow("409");
  held.release({ rc: 1 });
  await deliveryIs(appliance, second.delivery_id, ({ state }) => state === "delivered");
  expect(sent()).toEqual([first.version_id, second.version_id]);
});
