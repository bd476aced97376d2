import type { EditorSession } from "../../server/contracts/editor-api.ts";
import { addFont, publish } from "../support/fonts.ts";
import { ttf } from "../support/sample-fonts.ts";
import { articleOf, editorOf } from "../support/site.ts";
import { openEditor, png } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("previews a draft with pictures and fonts, and runs nothing in it", async ({
  page,
  appliance,
  project,
  openArticle,
}) => {
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  const session = await openArticle("bridge");
  const editor = editorOf(session);
  await openEditor(page, session.url);
  const picture = await png(page, "dawn.png", "teal");
  const { file_name: file } = (await (await editor("POST", "/media?name=dawn.png", picture.bytes)).json()) as {
    file_name: string;
  };
  const vmsJson = articleOf("<script>top.document.title = 'taken'</script>Not saved", { file });
  const marks = [{ type: "font", attrs: { family: "Press" } }];
  const inPress = { type: "paragraph", content: [{ type: "text", text: "In the site's font", marks }] };
  await editor("PUT", "/draft", {
    client_id: "elsewhere",
    vms_json: { ...vmsJson, doc: { ...vmsJson.doc, content: [...vmsJson.doc.content, inPress] } },
    base_version: null,
  });
  const { preview_path } = (await (await editor("GET", "")).json()) as EditorSession;

  const failures: string[] = [];
  page.on("requestfailed", (request) => failures.push(request.url()));
  await page.evaluate((path) => {
    const frame = document.createElement("iframe");
    frame.title = "Preview";
    frame.src = path;
    document.body.append(frame);
  }, `../${preview_path}draft/elsewhere/`);
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.getByText("Not saved")).toBeVisible();
  await expect
    .poll(() => preview.locator("img").evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBe(32);

  // A word in the family asks for its file.
  await expect
    .poll(() => preview.locator("body").evaluate(() => [...document.fonts].map(({ status }) => status)))
    .toContain("loaded");
  expect(failures).toEqual([]);
  await expect(page).not.toHaveTitle("taken");
  expect(await preview.locator("body").evaluate(() => self.origin)).toBe("null");
});
