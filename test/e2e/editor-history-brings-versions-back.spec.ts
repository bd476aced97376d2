import { article, openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("an old version can be made the newest again, and the site gets it", async ({ page, openArticle, receiver }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "First");
  await save(page);
  await expect(status(page)).toContainText("Site accepted version 1");
  await write(page, " and second");
  await save(page);
  await expect(status(page)).toContainText("Site accepted version 2");
  await write(page, " and unsaved");

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: "Bring back version 1" }).click();
  await history.getByRole("button", { name: "Bring it back" }).click();
  await expect(history).toBeHidden();
  await expect(article(page)).toHaveText("First");
  await expect(status(page)).toContainText("Site accepted version 3");
  expect(receiver.callbacks).toHaveLength(3);

  await page.getByRole("button", { name: "History" }).click();
  await history.getByRole("button", { name: "Restore" }).click();
  await expect(article(page)).toHaveText("First and second and unsaved");
});
