import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../../../server/core/runtime.ts";
import { type RunningAppliance, startAppliance } from "../../../support/appliance.ts";
import { articleOf, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";

let now = Date.parse("2026-03-29T10:00:00Z");
let appliance: RunningAppliance;
let site: Site;

beforeAll(async () => {
  appliance = await startAppliance({ clock: { ...systemClock, now: () => now } });
  site = await startSite();
});
afterAll(async () => {
  await appliance.close();
  await site.close();
});

it("tells a later save by a later version_cdate, an hour back notwithstanding", async () => {
  const project = await appliance.createProject();
  const editor = editorOf(
    await openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl }),
  );
  await editor("POST", "/versions", { save_id: "a", vms_json: articleOf("first"), base_version: null });
  const first = await site.received(1);
  now -= 3_600_000;
  await editor("POST", "/versions", { save_id: "b", vms_json: articleOf("second"), base_version: 1 });
  const second = await site.received(2);
  expect(Date.parse(String(second.body.metadata.version_cdate))).toBeGreaterThan(
    Date.parse(String(first.body.metadata.version_cdate)),
  );
});
