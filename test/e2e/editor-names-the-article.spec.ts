import { openEditor, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("names an untitled article by its first heading, else by its ID", async ({ page, openArticle }) => {
  const name = page.getByRole("heading", { level: 1 });
  await openEditor(page, (await openArticle("article-0df198")).url);
  await expect(name).toHaveText("article-0df198");
  await expect(page).toHaveTitle("article-0df198 – Galley");

  await page.keyboard.type("## The harbour is open");
  await expect(name).toHaveText("The harbour is open");
  await expect(page).toHaveTitle("• The harbour is open – Galley");
  await page.keyboard.type(" again");
  await expect(name).toHaveText("The harbour is open again");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  await page.reload();
  await expect(name).toHaveText("The harbour is open again");
});

test("prefers the site's title, and updates it in an open tab", async ({ page, openArticle }) => {
  const name = page.getByRole("heading", { level: 1 });
  await openEditor(page, (await openArticle("dawn-e56e23", { metadata: { title: " Dawn over\nthe harbour " } })).url);
  await expect(name).toHaveText("Dawn over the harbour");
  await page.keyboard.type("## Another heading");
  await expect(page).toHaveTitle("• Dawn over the harbour – Galley");
  await openArticle("dawn-e56e23", { metadata: { title: "Dawn" } });
  await expect(name).toHaveText("Dawn");
  await expect(page).toHaveTitle("• Dawn – Galley");
});
