import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { ttf } from "../../support/sample-fonts.ts";

let appliance: RunningAppliance;
beforeAll(async () => {
  appliance = await startAppliance();
});
afterAll(() => appliance.close());

it("gives the site the fonts that it has, and makes no delivery of it", async () => {
  const sandbox = await appliance.sandboxProject();
  await addFont(appliance, sandbox.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, sandbox.id);
  const callback_url = `${appliance.sandboxUrl}/galley/callback`;
  const step = (await checkReceiver(appliance, sandbox.id, { callback_url, fonts: true })).step("fonts");
  expect(step).toMatchObject({ number: 8, verdict: "passed", downloads: [{ status: 200, complete: true }] });
  expect(JSON.parse(step.request?.body ?? "")).toMatchObject({
    event: "site_fonts_updated",
    fonts: { list: [{ family: "Ferry" }] },
  });
  expect(await appliance.console("GET", "/deliveries")).toMatchObject({ items: [] });
});

it("names a font URL that is on no allowed host", async () => {
  const project = await appliance.createProject();
  await addFont(appliance, project.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, project.id);
  const receiver = await startReceiver(project, {
    answer: ({ state }, { body }) =>
      body.event === "site_fonts_updated"
        ? { rc: 1, data: { fonts: { css: { id: "vms_fonts.css", clientUrl: "https://elsewhere.example/a.css" } } } }
        : { rc: 1, data: { vms_json: state } },
  });
  const check = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, fonts: true });
  receiver.close();
  expect(check.summary.slice(-2)).toEqual(["large_archive: passed", "fonts: failed (font_url_not_allowed)"]);
  expect(check.step("fonts").happened).toContain("https://elsewhere.example/a.css");
});
