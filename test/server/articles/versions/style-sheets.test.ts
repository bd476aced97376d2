/** A project may have the style sheet of its articles as a file, for sites that take `<style>` out of HTML. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { styleSheet, styleSheetName } from "../../../../server/article/render.ts";
import type { DeliveryRow } from "../../../../server/contracts/deliveries-api.ts";
import type { EditorSession, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";
import { zipTexts } from "../../../support/zip-texts.ts";

const HASH = createHash("sha256").update(styleSheet()).digest("hex").slice(0, 8);
const NAME = styleSheetName(HASH);
const CLIENT_URL = `https://media.example.org/${NAME}`;

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;
beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  const assets = { [NAME]: { clientUrl: CLIENT_URL } };
  site = await startSite(() => ({ rc: 1, rm: "ok", data: { vms_json: { assets } } }));
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { style_sheet: "file" } });
});
afterAll(async () => {
  await appliance.close();
  await site.close();
});

const open = (materialId: string, more: object = {}) =>
  openSession(appliance.url, project, { material_id: materialId, callback_url: site.callbackUrl, ...more });

it("puts the rules into a file of the archive that the HTML links, stored by the site and handed back", async () => {
  const session = await open("styled");
  const editor = editorOf(session);
  const save = async (saveId: string, base: number | null) => {
    const body = { save_id: saveId, vms_json: articleOf("Words"), base_version: base };
    const { delivery_id } = (await (await editor("POST", "/versions", body)).json()) as SavedVersion;
    return deliverySettles(appliance, delivery_id);
  };
  const first: DeliveryRow = await save("first", null);
  expect(first).toMatchObject({ state: "delivered", warnings: [] });
  const { body } = await site.received(1);
  const archive = await (await downloadArchive(project, body.content_url, "styled")).arrayBuffer();
  const texts = await zipTexts(Buffer.from(archive));
  expect(texts.get("vms_html.html")).toContain(`<link rel="stylesheet" href="dummy-${NAME}">`);
  expect(texts.get("vms_html.html")).not.toContain("<style>");
  expect(texts.get(`vms_media/${NAME}`)).toBe(styleSheet());
  expect(JSON.parse(texts.get("vms_json.json") ?? "").assets[NAME]).toMatchObject({ type: "text/css" });

  expect(await save("second", 1)).toMatchObject({ state: "delivered", warnings: [] });
  const { vms_json, preview_path } = (await (await editor("GET", "")).json()) as EditorSession;
  expect(vms_json).toMatchObject({ assets: { [NAME]: { clientUrl: CLIENT_URL } } });

  // The preview's own policy lets no file style it.
  const preview = await (await fetch(`${appliance.url}/${preview_path}`)).text();
  expect(preview).toContain("<style>.galley-article");

  // Another session does not ask the site for what Galley makes itself.
  const moved = await open("moved", { vms_json });
  const other = (await (await editorOf(moved)("GET", "")).json()) as EditorSession;
  expect(other.restoring).toEqual([]);
});
