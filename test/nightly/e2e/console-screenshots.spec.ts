/**
 * Takes screenshots of the console, light and dark. `npm run screenshots` writes them to docs/images.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { logIn, row, save } from "../../e2e/console-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import type { RunningAppliance } from "../../support/appliance.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { openSession, type Site } from "../../support/site.ts";

const FOLDER = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");
const PAGES = { overview: "/", deliveries: "/deliveries", backups: "/settings/backups" };
const SCHEMES = ["light", "dark"] as const;

test.use({ ownAppliance: true, viewport: { width: 1280, height: 800 } });
test.describe.configure({ retries: 0 });

test("takes screenshots of a filled console", async ({ page, appliance, receiver }) => {
  test.setTimeout(120_000);
  await fill(appliance, receiver);
  await appliance.console("POST", "/backups", {});
  await logIn(page, appliance);
  for (const [name, url] of Object.entries(PAGES)) {
    await page.goto(appliance.consoleUrl + url);
    await takeAll(page, name);
  }
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await row(page, "rent-cap-vote").first().click();
  await takeAll(page, "delivery");
});

/** Adds delivered articles, a rejected one, a failed one and a set of fonts. */
async function fill(appliance: RunningAppliance, receiver: Site) {
  const project = await appliance.createProject({ name: "The Harbour Gazette" });
  const staging = await appliance.createProject({ name: "Staging", environment: "dev" });
  const open = (material_id: string, title: string, of = project) =>
    openSession(appliance.url, of, { material_id, callback_url: receiver.callbackUrl, metadata: { title } });
  receiver.answer = ({ body }, res) => {
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

/** Waits until the page is loaded, and takes a screenshot in both schemes. */
async function takeAll(page: Page, name: string) {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await expect(page.locator(".skeleton-rows")).toHaveCount(0);
    const file = `console-filled-${name}${scheme === "dark" ? "-dark" : ""}.png`;
    await page.screenshot({ path: path.join(FOLDER, file), animations: "disabled" });
  }
}
