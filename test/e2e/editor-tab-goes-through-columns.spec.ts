import { article, openEditor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("Tab walks columns and cells, indents list items, and elsewhere leaves the text", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const choose = async (name: string) => {
    await page.keyboard.type(`/${name}`);
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Enter");
  };
  await choose("columns");
  await page.keyboard.type("A");
  await page.keyboard.press("Tab");
  await page.keyboard.type("B");
  const columns = article(page).locator(".columns-row > div");
  await expect(columns).toHaveText(["A", "B"]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("a");
  await expect(columns).toHaveText(["Aa", "B"]);

  // A list in a column keeps its own Tab; so does a table, which goes on to a row of its own.
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one\ntwo");
  await page.keyboard.press("Tab");
  await expect(columns.first().locator("ul ul li")).toHaveText("two");
  await page.keyboard.press("Shift+Tab");
  await expect(columns.first().locator("ul ul")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await choose("table");
  const rows = columns.last().locator("tr");
  const count = await rows.count();
  const cells = await columns.last().locator("td, th").count();
  for (let cell = 0; cell < cells; cell++) await page.keyboard.press("Tab");
  await page.keyboard.type("new");
  await expect(rows).toHaveCount(count + 1);
  await expect(rows.last().locator("td").first()).toHaveText("new");

  // Behind the last column the key is nobody's, and the focus goes on as everywhere.
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.keyboard.press("Tab");
  await expect(article(page)).not.toBeFocused();
  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.getByRole("dialog")).toContainText("next column or cell");
});
