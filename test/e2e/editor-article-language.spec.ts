import { expectNoFaults } from "./axe.ts";
import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("follows the article's language in quotes and dashes, undoes corrections, and counts words", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const language = page.getByRole("combobox", { name: "Language of the article" });
  await expect(article(page)).toHaveAttribute("lang", "en-US");
  await page.keyboard.type(`"Yes" -- it's`);
  await page.keyboard.press("Backspace");
  await page.keyboard.type(`s "`);
  await page.keyboard.press("Backspace");
  expect(await outline(page)).toEqual([`p: “Yes” — it’s "`]);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("a...");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual(["p: “Yes” — it’s a..."]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("---");
  await expect(article(page).locator("hr")).toHaveCount(1);
  await page.keyboard.type('```\n"x" -- y');
  await expect(article(page).locator("pre")).toHaveText('"x" -- y');

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type("Мост открыт");
  await expect(article(page)).toHaveAttribute("lang", "ru");
  await expect(language).toContainText("Русский (detected)");
  await page.keyboard.type(' "сегодня"');
  expect(await outline(page)).toEqual(["p: Мост открыт «сегодня»"]);
  await language.selectOption("de");
  await expect(article(page)).toHaveAttribute("lang", "de");
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(' "x"');
  expect(await outline(page)).toEqual(["p: Мост открыт «сегодня» „x“"]);

  await page.getByRole("button", { name: "4 words" }).click();
  const details = page.getByRole("dialog", { name: "Length of the article" });
  await expect(details.getByRole("row", { name: /Characters/ })).toContainText("25");
  await page.keyboard.press("Escape");
  await article(page).focus();
  for (let press = 0; press < 7; press++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByRole("button", { name: "2 of 4 words" })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Ctrl+Alt+2");
  await expectNoFaults(page);
});
