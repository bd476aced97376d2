import { article, openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("another editor's article is shown only as what it is, until somebody starts anew", async ({
  page,
  openArticle,
}) => {
  const session = await openArticle("old", {
    vms_json: { blocks: [{ kind: "text", value: "Old words" }], assets: {} },
  });
  await page.goto(session.url);
  await expect(page.getByRole("heading", { name: "This article was written with another editor" })).toBeVisible();
  await expect(article(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Start with an empty page" }).click();
  await write(page, "New words");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await openEditor(page, (await openArticle("old")).url);
  await expect(article(page)).toHaveText("New words");
});
