import { choosePictures, png } from "./editor-files.ts";
import { article, openEditor, saveVersion, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("counts issues, shows each with one click, and never blocks a save", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await expect(page.getByRole("button", { name: /to review/ })).toHaveCount(0);
  await write(page, "The mayor, TK, opened it.");
  await choosePictures(
    page,
    await Promise.all(["dawn", "noon", "dusk"].map((name) => png(page, `${name}.png`, "teal"))),
  );
  await expect(article(page).locator("figure img")).toHaveCount(3);
  await page.getByRole("button", { name: "2 issues to review" }).click();

  const list = page.getByRole("region", { name: "Review before saving" });
  await expect(list).toBeFocused();
  await expectLooksRight(page, "checks");
  await list.getByRole("button", { name: "Note (TK)" }).click();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("Ms Smith");
  await expect(article(page).locator("p").first()).toHaveText("The mayor, Ms Smith, opened it.");
  await expect(list.getByRole("button", { name: "Note (TK)" })).toHaveCount(0);

  // Several of a kind are one issue with one field after the other.
  await list.getByRole("button", { name: "3 pictures without a description", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 issue to review" })).toBeVisible();
  const field = article(page).getByRole("textbox", { name: "Description" });
  await expect(field.nth(0)).toBeFocused();
  await list.getByRole("button", { name: "Next: 3 pictures without a description" }).click();
  await expect(field.nth(1)).toBeFocused();
  await expect(list.getByText("2 of 3")).toBeVisible();
  await page.keyboard.type("The harbour at noon");
  await page.keyboard.press("F8");
  await expect(field.nth(2)).toBeFocused();
  await page.keyboard.press("F8");
  await expect(field.nth(0)).toBeFocused();
  await expect(list.getByRole("button", { name: "2 pictures without a description", exact: true })).toBeVisible();

  await saveVersion(page, 1);
  await list.focus();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
});
