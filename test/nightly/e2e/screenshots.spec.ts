/**
 * Takes screenshots of the console, the editor and the sample site, light and dark. `npm run screenshots` writes them to
 * docs/images.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { logIn, row, save } from "../../e2e/console-page.ts";
import { article, status } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import type { RunningAppliance } from "../../support/appliance.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { openSession, type Site } from "../../support/site.ts";

const FOLDER = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");
const PAGES = { overview: "/", deliveries: "/deliveries", backups: "/settings/backups" };

test.use({ ownAppliance: true, viewport: { width: 1280, height: 800 } });
test.describe.configure({ retries: 0 });

test("takes screenshots of a filled console", async ({ page, appliance, receiver }) => {
  test.setTimeout(120_000);
  await fill(appliance, receiver);
  await appliance.console("POST", "/backups", {});
  await logIn(page, appliance);
  for (const [name, url] of Object.entries(PAGES)) {
    await page.goto(appliance.consoleUrl + url);
    await takeAll(page, `console-filled-${name}`, listLoaded);
  }
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await row(page, "rent-cap-vote").first().click();
  await takeAll(page, "console-filled-delivery", listLoaded);
});

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
  await takeAll(editor, "editor", picturesLoaded);

  await page.reload();
  await page.getByRole("link", { name: "View" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The last ferry of the season");
  // High enough for the text and the first picture.
  await page.setViewportSize({ width: 1280, height: 1280 });
  await takeAll(page, "article", picturesLoaded);
});

/** Adds delivered articles, a rejected one, a failed one and a set of fonts. */
async function fill(appliance: RunningAppliance, receiver: Site) {
  const project = await appliance.createProject({ name: "The Harbour Gazette" });
  const staging = await appliance.createProject({ name: "Staging", environment: "dev" });
  const open = (material_id: string, title: string, of = project) =>
    openSession(appliance.url, of, { material_id, callback_url: receiver.callbackUrl, metadata: { title } });
  receiver.respond = ({ body }, res) => {
    if (body.material_id === "rent-cap-vote") return { rc: 0, rm: "Article is locked by the sports desk" };
    if (body.material_id === "bridge-closed") return void res.writeHead(502).end("upstream is away");
    return { rc: 1, data: {} };
  };
  await save(
    await open("harbour-crossing", "First tram crosses the harbour"),
    "The first tram crossed the new bridge at dawn.",
    null,
  );
  await addFont(appliance, project.id, "press.ttf", ttf());
  await publish(appliance, project.id);
  for (const [material, title, text] of [
    ["school-meals", "Hot meals return to schools", "Every school has a kitchen again."],
    ["lighthouse-keeper", "Lights out for the last keeper", "The last keeper leaves the lighthouse."],
    ["fish-market", "Fish market to move east", "The market moves to the east quay."],
  ] as const)
    await save(await open(material, title), text, null);
  await save(await open("front-page-trial", "Front page, a trial", staging), "A page to try things out.", null);
  await save(await open("bridge-closed", "Bridge shut until Friday"), "The bridge is closed until Friday.", null);
  await save(await open("rent-cap-vote", "Council votes on rent cap"), "The council votes on the rent cap.", null);
  await receiver.received(8);
}

async function listLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await expect(page.locator(".skeleton-rows")).toHaveCount(0);
}

async function picturesLoaded(page: Page): Promise<void> {
  for (const picture of await page.locator("img:visible").all())
    if (await picture.evaluate((img) => img.getBoundingClientRect().top < innerHeight))
      await expect(picture).toHaveJSProperty("complete", true);
}

/** Takes a screenshot in both schemes as soon as the page is loaded. */
async function takeAll(page: Page, name: string, loaded: (page: Page) => Promise<void>): Promise<void> {
  for (const [colorScheme, suffix] of [
    ["light", ""],
    ["dark", "-dark"],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await loaded(page);
    await page.screenshot({ path: path.join(FOLDER, `${name}${suffix}.png`), animations: "disabled" });
  }
}
