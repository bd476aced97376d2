import { article, openEditor, outline, saveVersion, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("shows another editor's article read-only, starts from its text or empty, and keeps the original", async ({
  page,
  openArticle,
}) => {
  const original = { content: "<h2>Old heading</h2><p>Old <b>words</b>.</p><script>alert(1)</script>", version: 3 };
  await page.goto((await openArticle("old", { vms_json: original })).url);
  await expect(page.getByRole("heading", { name: "This article was written in another editor" })).toBeVisible();
  await expect(article(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Beginning of the text" })).toContainText("Old words.");
  await expectLooksRight(page, "foreign");
  await page.getByRole("button", { name: "Start from its text" }).click();
  expect(await outline(page)).toEqual(["h2: Old heading", "p: Old words."]);
  await expect(status(page)).toContainText("Unsaved changes");
  await saveVersion(page, 1);

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history).toContainText("Original from the site");
  const download = page.waitForEvent("download");
  await history.getByRole("button", { name: "Download data (JSON)" }).click();
  const file = await (await download).createReadStream();
  expect(JSON.parse(Buffer.concat(await file.toArray()).toString("utf8"))).toMatchObject(original);

  await page.goto("about:blank");
  await page.goto((await openArticle("older", { vms_json: { blocks: [{ value: "Old" }], assets: {} } })).url);
  await page.getByRole("button", { name: "Start with an empty page" }).click();
  await page.keyboard.type("New words");
  await saveVersion(page, 1);
  await openEditor(page, (await openArticle("older")).url);
  await expect(article(page)).toHaveText("New words");
});
