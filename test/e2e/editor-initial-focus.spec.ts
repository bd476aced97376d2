import { article, expectOnComputer, openEditor, outline, status } from "./editor-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";

test("focuses the article on opening, at the last cursor in this browser, at the start in another", async ({
  page,
  context,
  browser,
  openArticle,
}) => {
  const { url } = await openArticle("first-words");
  await openEditor(page, url);
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("First\nSecond\nThird");
  expect(await outline(page)).toEqual(["p: First", "p: Second", "p: Third"]);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Version 1 delivered");

  // The cursor returns to its place after a reload.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  // The browser reports a moved cursor with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.reload();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(" goes on");
  expect(await outline(page)).toEqual(["p: First", "p: Second goes on", "p: Third"]);

  await nightlyStep("the cursor returns after a crash of the tab", async () => {
    await expectOnComputer(page, "goes on");
    const ended = page.waitForEvent("crash");
    const devTools = await context.newCDPSession(page);
    void devTools.send("Page.crash").catch(() => undefined);
    await ended;
    const next = await context.newPage();
    await openEditor(next, url);
    await expect(article(next)).toBeFocused();
    await next.keyboard.type(" and ends");
    expect((await outline(next))[1]).toBe("p: Second goes on and ends");
    await next.close();
  });

  // A second person can also type immediately.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openEditor(other, url);
  await expect(article(other)).toBeFocused();
  await other.keyboard.type("More ");
  // The first person's unsaved changes may be shown too.
  expect((await outline(other))[0]).toBe("p: More First");
  await elsewhere.close();

  await nightlyStep("a field that exists before the article keeps the focus", async () => {
    const quicker = await context.newPage();
    await quicker.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const field = document.createElement("input");
        document.body.prepend(field);
        field.focus();
      });
    });
    await openEditor(quicker, url);
    await expect(quicker.locator("body > input")).toBeFocused();
  });
});
