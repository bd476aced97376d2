import { article, openEditor, outline, paste, png } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("Backspace right after a click below a picture never bends the article, at the speed of a machine", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("stale")).url);
  await page.keyboard.type("Above");
  await page.keyboard.press("Enter");
  await paste(page, { files: [await png(page, "boat.png", "teal", 64)] });
  await expect(article(page).locator("figure img")).toBeVisible();
  await page.keyboard.type("Below the picture");
  const whole = ["p: Above", "figure: ", "p: Below the picture"];
  expect(await outline(page)).toEqual(whole);

  const below = article(page).locator("p").last();
  const seen = new Set<string>();
  for (let round = 0; round < 24; round++) {
    await article(page).locator("p").first().click();
    const box = await below.boundingBox();
    if (box === null) throw new Error("The paragraph is not on the screen");
    // Nothing is waited for between them.
    await Promise.all([
      page.mouse.click(box.x + 20 + round, box.y + box.height / 2),
      page.keyboard.press("Home"),
      page.keyboard.press("Backspace"),
    ]);
    await expect
      .poll(() => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(true)))))
      .toBe(true);
    seen.add((await outline(page)).join(" | "));
    if (seen.size > 1) break;
  }
  // At the start of the paragraph Backspace selects the picture, and takes nothing away.
  expect([...seen]).toEqual([whole.join(" | ")]);
});
