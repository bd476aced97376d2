import type { Locator, Page } from "@playwright/test";
import { codeAt, PASSWORD } from "../support/accounts.ts";
import { openSession, type Site, startSite } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

const STEP_MS = 30_000;
const FULL_DISK = { message: "The disk of the CMS is full." };

/** A receiver whose disk is full until it is mended. */
async function startFailingSite(): Promise<Site & { mend: () => void; fill: () => void }> {
  const site = await startSite();
  const mended = site.answer;
  const failing: Site["answer"] = (_, res) => {
    res.writeHead(500, { "content-type": "application/json" });
    res.end(JSON.stringify(FULL_DISK));
  };
  site.answer = failing;
  return Object.assign(site, {
    mend: () => {
      site.answer = mended;
    },
    fill: () => {
      site.answer = failing;
    },
  });
}

const hostOf = ({ callbackUrl }: Site) => new URL(callbackUrl).host;
const rail = (page: Page) => page.getByRole("navigation", { name: "Console" });
const deliveriesOf = (pane: Locator) => pane.locator("dl").first();

test("an admin invited a minute ago holds the failing site of three, and releases it when it is mended", async ({
  browser,
  page,
  appliance,
  project,
}) => {
  test.slow();
  const [daily, weekly] = [await startSite(), await startSite()];
  const failing = await startFailingSite();
  const saveAt = async ({ callbackUrl }: Site, material_id: string) => {
    const metadata = { title: `Headline ${material_id}` };
    const article = { material_id, callback_url: callbackUrl, metadata };
    return save(await openSession(appliance.url, project, article), "The first tram crossed.", null);
  };

  const hers = await (await browser.newContext()).newPage();
  await test.step("the owner invites her; she sets a password and a second factor, and logs in with a code", async () => {
    await logIn(page, appliance, "/settings/admins");
    await page.getByRole("button", { name: "Invite…" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a person" });
    await dialog.getByLabel("Name").fill("Dana Whitfield");
    await dialog.getByLabel("E-mail").fill("dana@example.org");
    await dialog.getByText("Admin", { exact: true }).click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByRole("dialog", { name: "Link for Dana Whitfield" }).locator("code").innerText();

    await hers.goto(link);
    await hers.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await hers.keyboard.press("Enter");
    await hers.getByRole("button", { name: "Set up" }).click();
    const factor = hers.getByRole("region", { name: "Second factor" });
    await factor.getByRole("button", { name: "Set up…" }).click();
    await factor.getByLabel("Current password").fill(PASSWORD);
    await hers.keyboard.press("Enter");
    const secret = (await factor.locator("code").innerText()).replaceAll(" ", "");
    await factor.getByLabel("Code from the app").fill(codeAt(secret, Date.now()));
    await hers.keyboard.press("Enter");
    await hers.getByRole("button", { name: "I have kept them" }).click();

    await rail(hers).getByRole("button", { name: "Log out" }).click();
    await hers.getByRole("button", { name: "Use e-mail and password" }).click();
    await hers.getByLabel("E-mail").fill("dana@example.org");
    await hers.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await hers.keyboard.press("Enter");
    // A code works once, and that of this step may be used up.
    await hers.getByLabel("Code").fill(codeAt(secret, Date.now() + STEP_MS));
    await hers.keyboard.press("Enter");
    await expect(rail(hers).getByRole("link", { name: "Dana Whitfield" })).toBeVisible();
  });

  await test.step("she finds the failing site in the list, above the two others", async () => {
    await visit(hers, "/sites");
    await expect(hers.getByText("No sites yet")).toBeVisible();
    await expectLooksRight(hers, "No sites");
    await Promise.all([saveAt(daily, "daily-1"), saveAt(weekly, "weekly-1"), saveAt(failing, "harbour-1")]);
    await saveAt(failing, "harbour-2");
    // The list follows the deliveries.
    await expect(hers.locator(".row")).toHaveCount(3);
    await expect(hers.locator(".row").first()).toContainText(hostOf(failing));
    await expect(row(hers, hostOf(failing))).toContainText("Failing");
    await expect(row(hers, hostOf(failing))).toContainText("2 items not delivered");
    await expect(row(hers, hostOf(daily))).toContainText("OK");
    await hers.getByRole("searchbox", { name: "Host or project" }).fill(hostOf(weekly));
    await expect(hers.locator(".row")).toHaveCount(1);
    await hers.getByRole("searchbox", { name: "Host or project" }).fill("");
    await hers.getByLabel("Sort by").selectOption("Host");
    await expect(hers.locator(".row")).toHaveCount(3);
    const hosts = await hers.locator(".row .cell-name").allInnerTexts();
    expect(hosts.filter((text) => text.includes(":"))).toEqual([daily, weekly, failing].map(hostOf).sort());
    await row(hers, hostOf(failing)).click();
  });

  const pane = hers.getByRole("region", { name: "Site", exact: true });
  const rate = pane.locator("dl div").filter({ hasText: "Success rate" });
  const attempts = pane.getByRole("group", { name: "Attempts over time" });
  const readout = pane.getByRole("status").filter({ hasText: /–.*attempt/ });
  const problems = pane.getByRole("list", { name: "Problems" }).getByRole("listitem");
  /** Galley retries meanwhile. */
  const expectAllCounted = () =>
    expect
      .poll(async () => Number(/(\d+) attempts/.exec(await problems.innerText())?.[1]) - failing.callbacks.length)
      .toBe(0);

  await test.step("its page shows the failures on the chart and as a problem", async () => {
    await pane.getByText("1 hour", { exact: true }).click();
    await expect(hers).toHaveURL(/span=hour/);
    await expect(rate).toHaveText("Success rate0%");
    await expect(problems).toHaveCount(1);
    await expect(problems).toContainText("HTTP error status");
    await expectAllCounted();
    await expect(problems).toContainText("2 items not delivered");
    await expect(problems.getByRole("link", { name: "Headline harbour-2" })).toBeVisible();
    await attempts.press("End");
    await expect(readout).toContainText(/: 0 delivered, \d+ failed/);
    await pane.getByText("Show as table").first().click();
    await expect(pane.getByRole("table").first().getByRole("row")).toHaveCount(13);
    await expectLooksRight(hers, "A failing site");
    await problems.getByLabel("Assigned to: HTTP error status").selectOption("Dana Whitfield");
    await expect(problems.getByLabel("Assigned to: HTTP error status")).toBeEnabled();
    await pane.getByRole("button", { name: "Mute alerts" }).click();
    await hers.getByRole("menuitem", { name: "For 1 day" }).click();
    await expect(pane.getByRole("button", { name: /^Alerts muted until/ })).toBeVisible();
  });

  await test.step("a resend fails again and counts up", async () => {
    await pane.getByRole("button", { name: "Resend 2 failed" }).click();
    await expect(pane.getByText(/^Resent: [12]\./)).toBeVisible();
    await failing.received(4);
    await expectAllCounted();
  });

  await test.step("she holds it: new saves there stay on hold, the others are delivered", async () => {
    await pane.getByRole("button", { name: "Hold", exact: true }).click();
    await expect(pane.getByText(/on hold since .*, by Dana Whitfield/)).toBeVisible();
    await expect(deliveriesOf(pane)).toContainText("2 on hold");
    const before = failing.callbacks.length;
    await saveAt(failing, "harbour-3");
    await saveAt(daily, "daily-2");
    await daily.received(2);
    await expect(deliveriesOf(pane)).toContainText("3 on hold");
    expect(failing.callbacks).toHaveLength(before);
    await expectLooksRight(hers, "A site on hold");
    await deliveriesOf(pane).getByRole("link", { name: "3 on hold" }).click();
    await expect(hers.locator(".delivery-row")).toHaveCount(3);
    await hers.goBack();
  });

  await test.step("the receiver is mended; she releases, everything arrives, and the rate recovers", async () => {
    failing.mend();
    const before = failing.callbacks.length;
    await pane.getByRole("button", { name: "Release", exact: true }).click();
    await failing.received(before + 3);
    const arrived = failing.callbacks.slice(before).map(({ body }) => body.material_id);
    expect(arrived.sort()).toEqual(["harbour-1", "harbour-2", "harbour-3"]);
    await expect(deliveriesOf(pane)).toContainText("Everything is delivered.");
    await expect(pane.locator(".detail-head")).toContainText("OK");
    await expect(rate).toHaveText(/^Success rate[1-9][\d.]*%$/);
    await expect(pane.getByText(/^\d+ attempts: 3 delivered, \d+ failed$/)).toBeVisible();
    // The latest step first; another may have begun since the deliveries.
    await expect(async () => {
      await attempts.press("ArrowLeft");
      await expect(readout).toContainText(/: [123] delivered/, { timeout: 1_000 });
    }).toPass({ intervals: [0] });
    await expectLooksRight(hers, "A recovered site");
  });

  await test.step("she resolves the problem, and a new failure opens it again", async () => {
    await problems.getByRole("button", { name: "Resolve" }).click();
    await expect(pane.getByText("No problems.")).toBeVisible();
    await pane.getByText("Resolved (1)").click();
    await expect(pane.getByText(/resolved .* by Dana Whitfield/)).toBeVisible();
    failing.fill();
    await saveAt(failing, "harbour-4");
    await expect(problems).toContainText("HTTP error status");
    await expect(pane.getByText("Resolved (1)")).toHaveCount(0);
    await expect(pane.locator(".detail-head")).toContainText("Failing");
  });

  await test.step("the overview, a delivery, the project and the palette lead to it", async () => {
    const title = hers.getByRole("heading", { name: hostOf(failing), exact: true });
    await visit(hers, "/");
    await hers
      .getByRole("region", { name: "Sites with problems" })
      .getByRole("link", { name: hostOf(failing), exact: true })
      .click();
    await expect(title).toBeVisible();
    await problems.getByRole("link", { name: "Headline harbour-4" }).click();
    await hers
      .locator(".delivery-pane")
      .getByRole("link", { name: hostOf(failing) })
      .click();
    await expect(title).toBeVisible();
    await pane.locator(".detail-head").getByRole("link", { name: project.name }).click();
    await hers.locator(".detail").getByRole("link", { name: "Sites", exact: true }).click();
    await expect(hers.locator(".row")).toHaveCount(3);
    await hers.keyboard.press("Control+k");
    await hers.getByRole("combobox", { name: "Page, site, article, project or action" }).fill(hostOf(weekly));
    await hers
      .getByRole("option", { name: hostOf(weekly) })
      .first()
      .click();
    await expect(hers.getByRole("heading", { name: hostOf(weekly), exact: true })).toBeVisible();
    await expect(pane.getByText("No problems.")).toBeVisible();
  });

  await test.step("quiet hours are a setting", async () => {
    await visit(hers, "/settings/notifications");
    const quiet = hers.getByRole("region", { name: "Quiet hours" });
    await quiet.getByRole("switch", { name: "Keep quiet hours" }).click();
    await quiet.getByLabel("Begin", { exact: true }).fill("23:00");
    await quiet.getByRole("button", { name: "Save" }).click();
    await expect(quiet.getByText("Saved.")).toBeVisible();
    await hers.reload();
    await expect(quiet.getByLabel("Begin", { exact: true })).toHaveValue("23:00");
    await expect(quiet.getByLabel("End", { exact: true })).toHaveValue("07:00");
  });
  await Promise.all([daily, weekly, failing].map((site) => site.close()));
});
