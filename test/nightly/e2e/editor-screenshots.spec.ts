/**
 * Takes screenshots of the sample article in the editor and on the sample site, light and dark. `npm run screenshots`
 * writes them to docs/images.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { article, status } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";

const FOLDER = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");

test.use({ ownAppliance: true, viewport: { width: 1280, height: 800 } });

test("takes screenshots of the sample article in the editor and on the site", async ({ page, appliance }) => {
  await page.goto(appliance.sandboxUrl);
  await page.getByRole("button", { name: /sample article/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Edit" }).click();
  const editor = await opened;
  await editor.setViewportSize({ width: 1280, height: 800 });
  await expect(article(editor)).toBeFocused();
  await editor.keyboard.press("ControlOrMeta+s");
  await expect(status(editor)).toContainText(/Version \d+ delivered/);
  // This heading is followed by a list, a callout, a file and a gallery.
  const heading = article(editor).getByRole("heading", { name: "What happens in winter" });
  await heading.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 130));
  await takeAll(editor, "editor");

  await page.reload();
  await page.getByRole("link", { name: "View" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The last ferry of the season");
  // High enough for the text and the first picture.
  await page.setViewportSize({ width: 1280, height: 1280 });
  await takeAll(page, "article");
});

/** Takes a screenshot in both schemes after the visible pictures have loaded. */
async function takeAll(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const picture of await page.locator("img:visible").all())
      if (await picture.evaluate((img) => img.getBoundingClientRect().top < innerHeight))
        await expect(picture).toHaveJSProperty("complete", true);
    const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
    await page.screenshot({ path: path.join(FOLDER, file), animations: "disabled" });
  }
}
