import { article, leaseBar, openEditor, outline, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("offers + and the / hint on an empty line only", async ({ page, browser, openArticle }) => {
  await openEditor(page, (await openArticle("empty-line")).url);
  const plus = page.getByRole("button", { name: "Add a block here" });
  const hint = () =>
    article(page).evaluate((text) =>
      [...text.querySelectorAll("p")].map((line) => getComputedStyle(line, "::before").content.replaceAll('"', "")),
    );
  await expect(plus).toBeVisible();
  expect(await hint()).toEqual(["Write, or press / for blocks"]);
  await expectLooksRight(page, "the empty line's +");

  const place = async () => (await article(page).locator("p").last().boundingBox())?.y;
  await page.keyboard.type("Words");
  await expect(plus).toBeHidden();
  expect(await hint()).toEqual(["none"]);
  await page.keyboard.press("Enter");
  await expect(plus).toBeVisible();
  expect(await hint()).toEqual(["none", "/ for blocks"]);

  // By the keyboard: Tab, Enter, what it is called, Enter. Nothing moves, and nothing of it is in the article.
  const before = await place();
  await page.keyboard.press("Tab");
  await expect(plus).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search blocks" })).toBeFocused();
  expect(await place()).toBe(before);
  expect(await outline(page)).toEqual(["p: Words", "p: "]);
  await page.keyboard.type("pull");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Said aloud");
  expect((await outline(page))[0]).toBe("p: Words");
  await expect(article(page).getByText("Said aloud")).toBeVisible();
  await expect(plus).toBeHidden();

  // By the pointer, and a letter typed after Escape is where the cursor was.
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await plus.click();
  await expect(page.getByRole("dialog", { name: "Insert a block" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("x");
  await expect(plus).toBeHidden();
  await expect(article(page).locator("> p").last()).toHaveText("x");
  await page.keyboard.press("Enter");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");

  const elsewhere = await browser.newContext();
  const reader = await elsewhere.newPage();
  await openEditor(reader, (await openArticle("empty-line")).url);
  await expect(leaseBar(reader)).toBeVisible();
  await article(reader).locator("> p").last().click();
  await expect(reader.getByRole("button", { name: "Add a block here" })).toHaveCount(0);
  expect(await article(reader).locator("p.is-empty").count()).toBe(0);
  await elsewhere.close();
});
