/**
 * Pictures of every page of the console, light and dark, filled, empty and failing, into test-results/screens, for whoever
 * wants to look; each page also has to be there without a fault. `npm run screenshots` puts the best into docs/images.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { logIn, row, save } from "../../e2e/console-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import type { RunningAppliance } from "../../support/appliance.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { openSession, type Site } from "../../support/site.ts";

/** Where the chosen pictures go; undefined: all of them, into the results. */
const chosenInto = process.env.GALLEY_SCREENSHOTS;
const FOLDER = path.resolve(chosenInto ?? "test-results/screens");

/** The pictures of README.md and docs/operating.md, light and dark. */
const CHOSEN = ["overview", "deliveries", "delivery", "backups"].flatMap((name) => [
  `console-filled-${name}`,
  `console-filled-${name}-dark`,
]);

const PAGES = {
  overview: "/",
  deliveries: "/deliveries",
  sessions: "/sessions",
  projects: "/projects",
  settings: "/settings",
};
const SCHEMES = ["light", "dark"] as const;

test.use({ ownAppliance: true, viewport: { width: 1280, height: 800 } });
test.describe.configure({ retries: 0 });

/** What the pages' policy stopped: nothing may need style inside a page. */
const stopped: string[] = [];
test.beforeEach(({ page }) => {
  stopped.length = 0;
  page.on("console", (message) => message.text().includes("Content Security Policy") && stopped.push(message.text()));
});
test.afterEach(() => expect(stopped).toEqual([]));

test("every page, empty and failing", async ({ page, appliance }) => {
  test.setTimeout(120_000);
  await logIn(page, appliance);
  await takeAll(page, appliance, "empty", PAGES);
  await page.route("**/api/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (["/api/me", "/api/events"].includes(pathname)) return route.fallback();
    await route.fulfill({ status: 500, json: { detail: "The disk is full. Make room and try again." } });
  });
  await takeAll(page, appliance, "failing", PAGES);
});

test("every page, filled", async ({ page, appliance, receiver }) => {
  test.setTimeout(120_000);
  const { project, refused, version_id } = await fill(appliance, receiver);
  await appliance.console("POST", "/backups", {});
  await logIn(page, appliance);
  await takeAll(page, appliance, "filled", {
    ...PAGES,
    project: `/projects/${project.id}`,
    fonts: `/projects/${project.id}/fonts`,
    check: `/projects/${project.id}/check`,
    signatures: `/projects/${project.id}/signatures`,
    backups: "/settings/backups",
    appearance: "/settings/appearance",
    audit: "/settings/audit",
    session: `/sessions/${refused.session_id}`,
    version: `/sessions/${refused.session_id}/versions/${version_id}`,
  });
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await row(page, "rent-cap-vote").first().click();
  for (const scheme of SCHEMES) await take(page, "filled-delivery", scheme);
});

/** A site's day: articles taken, one refused and one that its server cannot take, and a set of fonts. */
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
  const refused = await open("rent-cap-vote", "Council votes on rent cap");
  const { version_id } = await save(refused, "The council votes on the rent cap.", null);
  await receiver.received(8);
  return { project, refused, version_id };
}

async function takeAll(page: Page, appliance: RunningAppliance, state: string, pages: Record<string, string>) {
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(appliance.consoleUrl + address);
    for (const scheme of SCHEMES) await take(page, `${state}-${name}`, scheme);
  }
}

/** Waits until the page stands still, and takes its picture. */
async function take(page: Page, name: string, scheme: (typeof SCHEMES)[number]) {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await expect(page.locator(".skeleton-rows")).toHaveCount(0);
  await expect(page.getByText("This page could not be loaded")).toHaveCount(0);
  const file = `console-${name}${scheme === "dark" ? "-dark" : ""}`;
  if (chosenInto !== undefined && !CHOSEN.includes(file)) return;
  await page.screenshot({ path: path.join(FOLDER, `${file}.png`), animations: "disabled" });
}
