/** A project may have the style sheet of its articles as a file, for sites that take `<style>` out of HTML. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { styleSheet, styleSheetName } from "../../../../server/article/render.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const HASH = createHash("sha256").update(styleSheet()).digest("hex").slice(0, 8);
const NAME = styleSheetName(HASH);
const CLIENT_URL = `https://media.example.org/${NAME}`;

const { appliance, project, site, article, archiveOf } = await startNewsroom({
  answer: () => ({ rc: 1, rm: "ok", data: { vms_json: { assets: { [NAME]: { clientUrl: CLIENT_URL } } } } }),
});

it("puts the rules into a file of the archive that the HTML links, stored by the site and handed back", async () => {
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { style_sheet: "file" } });
  const { deliver, load } = await article("styled");
  expect(await deliver()).toMatchObject({ state: "delivered", warnings: [] });
  await site.received(1);
  const texts = await archiveOf("styled");
  expect(texts.get("vms_html.html")).toContain(`<link rel="stylesheet" href="dummy-${NAME}">`);
  expect(texts.get("vms_html.html")).not.toContain("<style>");
  expect(texts.get(`vms_media/${NAME}`)).toBe(styleSheet());
  expect(JSON.parse(texts.get("vms_json.json") ?? "").assets[NAME]).toMatchObject({ type: "text/css" });

  expect(await deliver()).toMatchObject({ state: "delivered", warnings: [] });
  const { vms_json, preview_path } = await load();
  expect(vms_json).toMatchObject({ assets: { [NAME]: { clientUrl: CLIENT_URL } } });

  // The preview's own policy lets no file style it.
  const preview = await (await fetch(`${appliance.url}/${preview_path}`)).text();
  expect(preview).toContain("<style>.galley-article");

  // Another session does not ask the site for what Galley makes itself.
  const other = await (await article("moved", { vms_json })).load();
  expect(other.restoring).toEqual([]);
});
