import type { Locator } from "@playwright/test";
import { accountOf } from "../support/accounts.ts";
import { openSession, type Site, startSite } from "../support/site.ts";
import { fullDisk, logIn, row, save, visit } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

const hostOf = ({ callbackUrl }: Site) => new URL(callbackUrl).host;
const deliveriesOf = (pane: Locator) => pane.locator("dl").first();

test("an admin holds a failing site and releases it when it works again", async ({ page, appliance, project }) => {
  test.slow();
  const [daily, weekly] = [await startSite(), await startSite()];
  const failing = await startSite(fullDisk);
  const saveAt = async ({ callbackUrl }: Site, material_id: string) => {
    const metadata = { title: `Headline ${material_id}` };
    const article = { material_id, callback_url: callbackUrl, metadata };
    return save(await openSession(appliance.url, project, article), "The first tram crossed.", null);
  };

  await accountOf(appliance, "admin", "Dana Whitfield");
  await logIn(page, appliance, "/sites");
  await test.step("the failing site is listed above the two others", async () => {
    await expect(page.getByText("No sites yet")).toBeVisible();
    await nightlyLook(page, "No sites");
    await Promise.all([saveAt(daily, "daily-1"), saveAt(weekly, "weekly-1"), saveAt(failing, "harbour-1")]);
    await saveAt(failing, "harbour-2");
    // The list updates live.
    await expect(page.locator(".row")).toHaveCount(3);
    await expect(page.locator(".row").first()).toContainText(hostOf(failing));
    await expect(row(page, hostOf(failing))).toContainText("Failing");
    await expect(row(page, hostOf(failing))).toContainText("2 items not delivered");
    await expect(row(page, hostOf(daily))).toContainText("OK");
    await page.getByRole("searchbox", { name: "Host or project" }).fill(hostOf(weekly));
    await expect(page.locator(".row")).toHaveCount(1);
    await page.getByRole("searchbox", { name: "Host or project" }).fill("");
    await page.getByLabel("Sort by").selectOption("Host");
    await expect(page.locator(".row")).toHaveCount(3);
    const hosts = await page.locator(".row .cut").allInnerTexts();
    expect(hosts.filter((text) => text.includes(":"))).toEqual([daily, weekly, failing].map(hostOf).sort());
    await row(page, hostOf(failing)).click();
  });

  const pane = page.getByRole("region", { name: "Site", exact: true });
  const rate = pane.locator("dl div").filter({ hasText: "Success rate" });
  const problems = pane.getByRole("list", { name: "Problems" }).getByRole("listitem");
  /** Polls, because Galley retries during the test. */
  const expectAllCounted = () =>
    expect
      .poll(async () => Number(/(\d+) attempts/.exec(await problems.innerText())?.[1]) - failing.callbacks.length)
      .toBe(0);

  await test.step("its page shows the failures on the chart and as a problem", async () => {
    await pane.getByText("1 hour", { exact: true }).click();
    await expect(page).toHaveURL(/span=hour/);
    await expect(rate).toHaveText("Success rate0%");
    await expect(problems).toHaveCount(1);
    await expect(problems).toContainText("HTTP error status");
    await expectAllCounted();
    await expect(problems).toContainText("2 items not delivered");
    await expect(problems.getByRole("link", { name: "Headline harbour-2" })).toBeVisible();
    await pane.getByText("Show as table").first().click();
    await expect(pane.getByRole("table").first().getByRole("row")).toHaveCount(13);
    await problems.getByLabel("Assigned to: HTTP error status").selectOption("Dana Whitfield");
    await expect(problems.getByLabel("Assigned to: HTTP error status")).toBeEnabled();
    await pane.getByRole("button", { name: "Mute alerts" }).click();
    await page.getByRole("menuitem", { name: "Until…" }).click();
    await page.getByLabel("Until").fill("2126-03-04T05:06");
    await page.getByRole("dialog").getByRole("button", { name: "Mute alerts" }).click();
    await expect(pane.getByRole("button", { name: /^Muted until.*2126/ })).toBeVisible();
  });

  await test.step("a failed resend increases the attempt count", async () => {
    await pane.getByRole("button", { name: "Resend all (2)" }).click();
    await expect(pane.getByText(/^Resent: [12]\./)).toBeVisible();
    await failing.received(4);
    await expectAllCounted();
  });

  await test.step("on hold, its deliveries wait while other sites receive theirs", async () => {
    await pane.getByRole("button", { name: "Hold", exact: true }).click();
    await expect(pane.getByText(/on hold since/)).toBeVisible();
    await expect(deliveriesOf(pane)).toContainText("2 on hold");
    const before = failing.callbacks.length;
    await saveAt(failing, "harbour-3");
    await saveAt(daily, "daily-2");
    await daily.received(2);
    await expect(deliveriesOf(pane)).toContainText("3 on hold");
    expect(failing.callbacks).toHaveLength(before);
    await nightlyLook(page, "A site on hold");
    await deliveriesOf(pane).getByRole("link", { name: "3 on hold" }).click();
    await expect(page.locator(".delivery-row")).toHaveCount(3);
    await page.goBack();
  });

  await test.step("after a fix and Release, everything arrives and the success rate recovers", async () => {
    failing.respond = daily.respond;
    const before = failing.callbacks.length;
    await pane.getByRole("button", { name: "Release", exact: true }).click();
    await failing.received(before + 3);
    const arrived = failing.callbacks.slice(before).map(({ body }) => body.material_id);
    expect(arrived.sort()).toEqual(["harbour-1", "harbour-2", "harbour-3"]);
    await expect(deliveriesOf(pane)).toContainText("Everything is delivered.");
    await expect(pane.locator(".detail-head")).toContainText("OK");
    await expect(rate).toHaveText(/^Success rate[1-9][\d.]*%$/);
    await expect(pane.getByText(/^\d+ attempts: 3 delivered, \d+ failed$/)).toBeVisible();
    await nightlyLook(page, "A recovered site");
  });

  await test.step("a problem is resolved, and a new failure opens it again", async () => {
    await problems.getByRole("button", { name: "Resolve" }).click();
    await expect(pane.getByText("No problems.")).toBeVisible();
    await pane.getByText("Resolved (1)").click();
    await expect(pane.getByText(/resolved /)).toBeVisible();
    failing.respond = fullDisk;
    await saveAt(failing, "harbour-4");
    await expect(problems).toContainText("HTTP error status");
    await expect(pane.getByText("Resolved (1)")).toHaveCount(0);
    await expect(pane.locator(".detail-head")).toContainText("Failing");
  });

  await nightlyStep("the overview, a delivery, the project and the palette link to it", async () => {
    const title = page.getByRole("heading", { name: hostOf(failing), exact: true });
    await visit(page, "/");
    await page
      .getByRole("region", { name: "Sites with problems" })
      .getByRole("link", { name: hostOf(failing), exact: true })
      .click();
    await expect(title).toBeVisible();
    await problems.getByRole("link", { name: "Headline harbour-4" }).click();
    await page
      .locator(".delivery-pane")
      .getByRole("link", { name: hostOf(failing) })
      .click();
    await expect(title).toBeVisible();
    await pane.locator(".detail-head").getByRole("link", { name: project.name }).click();
    await page.locator(".detail").getByRole("link", { name: "Sites", exact: true }).click();
    await expect(page.locator(".row")).toHaveCount(3);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, site, article, project or action" }).fill(hostOf(weekly));
    await page
      .getByRole("option", { name: hostOf(weekly) })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: hostOf(weekly), exact: true })).toBeVisible();
    await expect(pane.getByText("No problems.")).toBeVisible();
  });
  await Promise.all([daily, weekly, failing].map((site) => site.close()));
});
