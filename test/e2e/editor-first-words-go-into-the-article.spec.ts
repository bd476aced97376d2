import { article, expectOnComputer, leaseBar, openEditor, outline, paste, png, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("types into an article right after opening it, new or existing", async ({ page, context, openArticle }) => {
  const { url } = await openArticle("first-words");
  await openEditor(page, url);
  await expect(article(page)).toBeFocused();
  await expect(article(page).locator("p[data-placeholder]")).toHaveAttribute(
    "data-placeholder",
    "Write, or press / for blocks",
  );
  await page.keyboard.type("The first words\nThe second line\nThe third");
  expect(await outline(page)).toEqual(["p: The first words", "p: The second line", "p: The third"]);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Version 1 delivered");

  // Where one left off, after a reload and in another tab of this browser.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  // The browser tells of a moved cursor with its next picture; no hand reloads before that.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.reload();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(" goes on");
  expect(await outline(page)).toEqual(["p: The first words", "p: The second line goes on", "p: The third"]);
  await expectOnComputer(page, "goes on");
  await page.close();
  const again = await context.newPage();
  await openEditor(again, (await openArticle("first-words")).url);
  await expect(article(again)).toBeFocused();
  await again.keyboard.type(" and on");
  expect(await outline(again)).toEqual(["p: The first words", "p: The second line goes on and on", "p: The third"]);

  // Also where a tab was killed before it could say that it goes.
  await expectOnComputer(again, "and on");
  const ended = again.waitForEvent("crash");
  const devTools = await context.newCDPSession(again);
  void devTools.send("Page.crash").catch(() => undefined);
  await ended;
  const third = await context.newPage();
  await openEditor(third, (await openArticle("first-words")).url);
  await expect(article(third)).toBeFocused();
  await third.keyboard.type(" and ends");
  expect((await outline(third))[1]).toBe("p: The second line goes on and on and ends");
});

test("starts at the beginning in another browser; a reader gets no focus until they take over", async ({
  page,
  browser,
  openArticle,
}) => {
  const { url } = await openArticle("two-browsers");
  await openEditor(page, url);
  await page.keyboard.type("Words");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Version 1 delivered");

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openEditor(other, (await openArticle("two-browsers")).url);
  await expect(leaseBar(other)).toBeVisible();
  await expect(article(other)).not.toBeFocused();
  await other.keyboard.type("Nobody sees this");
  expect(await outline(other)).toEqual(["p: Words"]);
  await other.getByRole("button", { name: "Take over" }).first().click();
  await expect(article(other)).toBeFocused();
  await other.keyboard.type("More ");
  expect(await outline(other)).toEqual(["p: More Words"]);
  await elsewhere.close();
});

test("a focused field keeps the focus", async ({ page, openArticle }) => {
  const { url } = await openArticle("field");
  // Whoever is quicker than the article finds the address bar's page: a field that is there first.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const field = document.createElement("input");
      document.body.prepend(field);
      field.focus();
    });
  });
  await openEditor(page, url);
  await expect(article(page)).toBeVisible();
  await expect(page.locator("body > input")).toBeFocused();
});

test("writes below a picture that was pasted first", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("picture-first")).url);
  await paste(page, { files: [await png(page, "first.png", "teal", 64)] });
  await expect(article(page).locator("figure img")).toBeVisible();
  await page.keyboard.type("Words below");
  expect(await outline(page)).toEqual(["figure: ", "p: Words below"]);
});
