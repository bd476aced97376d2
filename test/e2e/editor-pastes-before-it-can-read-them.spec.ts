import type { Page } from "@playwright/test";
import { article, openEditor, outline, paste } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** Holds back what reads pastes. @returns lets it come, or be out of reach */
async function holdReading(page: Page): Promise<(comes: boolean) => void> {
  const held = Promise.withResolvers<boolean>();
  await page.route("**/assets/paste-reader-*.js", async (route) =>
    (await held.promise) ? await route.continue() : await route.abort(),
  );
  return held.resolve;
}

/** Drops formatted words on a line of the article. */
async function dropOn(page: Page, line: string, html: string): Promise<void> {
  await article(page)
    .getByText(line)
    .evaluate((target, html) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/html", html);
      const { left, top, height } = target.getBoundingClientRect();
      const at = { clientX: left + 1, clientY: top + height / 2 };
      target.dispatchEvent(new DragEvent("drop", { dataTransfer, ...at, bubbles: true, cancelable: true }));
    }, html);
}

test("inserts an early paste or drop before the text typed after it", async ({ page, openArticle }) => {
  const letCome = await holdReading(page);
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("First.");
  await page.keyboard.press("Enter");
  await paste(page, { html: "<p>Pasted <b>bold</b></p>", text: "Pasted bold" });
  await page.keyboard.type(" and typed.");
  await page.keyboard.press("Enter");
  await paste(page, { text: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>' });
  await dropOn(page, "First.", "<p>Dropped <i>slanted</i></p>");
  await expect(article(page).locator("strong, em, .embed-card")).toHaveCount(0);
  letCome(true);

  await expect(article(page).locator(".embed-card")).toContainText("YouTube");
  await expect(article(page).locator("em")).toHaveText("slanted");
  await expect(article(page).locator("p", { hasText: "typed" })).toHaveText("Pasted bold and typed.");
  await expect(article(page).locator("strong")).toHaveText("bold");
  expect(await outline(page)).toEqual(["p: Dropped slantedFirst.", "p: Pasted bold and typed.", "figure: "]);
});

test("links a URL pasted early, and one typed later", async ({ page, openArticle }) => {
  const letCome = await holdReading(page);
  await openEditor(page, (await openArticle("bridge")).url);
  await paste(page, { text: "See https://example.org/a for more" });
  letCome(true);
  await expect(article(page).locator("a")).toHaveText(["https://example.org/a"]);
  await page.keyboard.type(" or example.com ");
  await expect(article(page).locator("a")).toHaveText(["https://example.org/a", "example.com"]);
});

test("pastes plain text when the paste code cannot load, and says so", async ({ page, openArticle }) => {
  const letCome = await holdReading(page);
  await openEditor(page, (await openArticle("bridge")).url);
  await paste(page, { html: "<p>Pasted <b>bold</b></p>", text: "Pasted bold" });
  letCome(false);
  await expect(article(page)).toHaveText("Pasted bold");
  await expect(article(page).locator("strong")).toHaveCount(0);
  await expect(page.getByText("Only the text was inserted")).toBeVisible();
});
