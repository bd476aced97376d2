/**
 * Pictures of the sample article in the editor and on the sample site's public page, light and dark, at the desk and on a
 * phone, into test-results/screens, for whoever wants to look. `npm run screenshots` puts the best into docs/images.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { article, openEditor, status, writeAuthor } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";

/** Where the chosen pictures go; undefined: all of them, into the results. */
const chosenInto = process.env.GALLEY_SCREENSHOTS;
const FOLDER = path.resolve(chosenInto ?? "test-results/screens");

/** The pictures of README.md, light and dark. */
const CHOSEN = ["editor", "editor-dark", "article", "article-dark"];

const SCHEMES = ["light", "dark"] as const;
const PHONE = { width: 390, height: 844 };

test.use({ ownAppliance: true, viewport: { width: 1280, height: 800 } });

test("the sample article in the editor, saved, and as readers see it", async ({ page, appliance }) => {
  await page.goto(appliance.sandboxUrl);
  await page.getByRole("button", { name: /sample article/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Edit" }).click();
  const editor = await opened;
  await editor.setViewportSize({ width: 1280, height: 800 });
  await expect(article(editor)).toBeFocused();
  await editor.keyboard.press("ControlOrMeta+s");
  await expect(status(editor)).toContainText(/Version \d+ delivered/);
  // Below it come a list, a callout, a file and a gallery.
  const heading = article(editor).getByRole("heading", { name: "What happens in winter" });
  await heading.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 130));
  await takeAll(editor, "editor");

  await page.reload();
  await page.getByRole("link", { name: "View" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The last ferry of the season");
  // As high as it takes for the words and the first picture.
  await page.setViewportSize({ width: 1280, height: 1280 });
  await takeAll(page, "article");
});

/** At the desk in both schemes, then on a phone. */
async function takeAll(page: Page, name: string): Promise<void> {
  for (const scheme of SCHEMES) await take(page, `${name}${scheme === "dark" ? "-dark" : ""}`, scheme);
  await page.setViewportSize(PHONE);
  await take(page, `${name}-phone`, "light");
}

/** Waits until the pictures in sight are there, and takes the page's. */
async function take(page: Page, name: string, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const inSight = page.locator("img:visible");
  for (const picture of await inSight.all())
    if (await picture.evaluate((img) => img.getBoundingClientRect().top < innerHeight))
      await expect(picture).toHaveJSProperty("complete", true);
  if (chosenInto !== undefined && !CHOSEN.includes(name)) return;
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: "disabled" });
}

test("two people in one article", async ({ page, browser, openArticle }) => {
  const session = await openArticle("ferry");
  await openEditor(page, session.url);
  await writeAuthor(page, "anna@example.org");
  await article(page).click();
  await page.keyboard.type("The last ferry leaves at nine.\nNobody had told the passengers on the northern pier.\n");
  const ben = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await openEditor(ben, session.url);
  await writeAuthor(ben, "ben@example.org");
  await article(ben).press("ControlOrMeta+End");
  await ben.keyboard.type("The harbour office opens at six.");
  for (let word = 0; word < 3; word++) await ben.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await expect(page.locator(".carets-selection")).toBeVisible();
  await takeAll(page, "together");
});
