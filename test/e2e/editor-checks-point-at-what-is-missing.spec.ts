import { article, choosePictures, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectEveryLookIsRight } from "./looks.ts";

test("what is missing is counted, found with one click, and never keeps anybody from saving", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await expect(page.getByRole("button", { name: /to look at/ })).toHaveCount(0);
  await write(page, "The mayor, TK, opened it.");
  await choosePictures(page, [await png(page, "dawn.png", "teal")]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await page.getByRole("button", { name: "2 things to look at" }).click();

  const list = page.getByRole("region", { name: "To look at before you save" });
  await expect(list).toBeFocused();
  await expectEveryLookIsRight(page, "checks");
  await list.getByRole("button", { name: "A note: TK" }).click();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("Ms Smith");
  await expect(article(page).locator("p").first()).toHaveText("The mayor, Ms Smith, opened it.");
  await expect(list.getByRole("button")).toHaveCount(2);
  await list.getByRole("button", { name: "Picture without a description" }).click();
  await expect(article(page).locator("figure")).toHaveClass(/is-selected|ProseMirror-selectednode/);

  // A picture larger than any page gives way to a smaller copy, in one step that can be undone.
  await choosePictures(page, [await png(page, "huge.png", "navy", 2_700)]);
  await list.getByRole("button", { name: /Make it smaller: huge-/ }).click();
  await expect(list.getByRole("button", { name: /Make it smaller/ })).toHaveCount(0);

  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await list.focus();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
});
