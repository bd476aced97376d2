import type { Page } from "@playwright/test";
import { downloadArchive, openSession } from "../support/site.ts";
import { fullDisk, logIn, row, save, visit } from "./console-page.ts";
import { expect, holdRequests, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

const ALL_WELL = "Every article is delivered or queued.";

/** The number on the rail's badge, 0 without a badge. */
const badge = async (page: Page) =>
  Number((await page.locator(".shell-badge > [aria-hidden]").allTextContents())[0] ?? 0);

test("checks a failing site and resends to it @nightly", async ({ page, appliance, openArticle, receiver }) => {
  receiver.respond = fullDisk;
  for (const name of ["one", "two", "three"]) await save(await openArticle(name), "Words", null);
  await receiver.received(3);
  await logIn(page, appliance);
  const { host } = new URL(receiver.callbackUrl);
  const site = page.getByRole("region", { name: "Sites with problems" }).getByRole("listitem");
  await expect(site).toHaveCount(1);
  for (const words of [host, "failing since", "status 500", "The disk of the CMS is full.", "3 items not delivered"])
    await expect(site).toContainText(words);
  await expect(page.getByText("3 articles need attention")).toBeVisible();
  await expect.poll(() => badge(page)).toBe(3);

  await site.getByRole("link", { name: `Check receiver ${host}` }).click();
  await expect(page.getByRole("textbox", { name: "Callback URL" })).toHaveValue(receiver.callbackUrl);
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText(/steps? failed/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: /Overview/ }).click();
  // Fix the site only now, because scheduled retries would deliver some articles before the resend.
  const again = site.getByRole("button", { name: new RegExp(`^Resend all \\(\\d+\\)… ${host}$`) });
  await expect(again).toBeVisible();
  receiver.respond = () => ({ rc: 1, rm: "", data: {} });
  await again.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Resend all/ }).click();
  await expect(page.getByText(ALL_WELL)).toBeVisible({ timeout: 40_000 });
  await expect(site).toHaveCount(0);
  await expect.poll(() => badge(page)).toBe(0);
});

test("shows the first steps, activity, problems and the appliance", async ({ page, appliance, project, receiver }) => {
  test.slow();
  await appliance.console("DELETE", `/projects/${project.id}?name=${encodeURIComponent(project.name)}`);
  await logIn(page, appliance);
  const steps = page.getByRole("region", { name: "First steps" });
  const done = steps.getByRole("img", { name: "Done", exact: true });
  let made = project;

  await test.step("the first steps are done on the page and ticked when they are done", async () => {
    const sample = steps.getByRole("link", { name: "Open sample site" });
    await expect(sample).toHaveAttribute("href", new RegExp(`^${appliance.sandboxUrl}`));
    await expect(steps.getByRole("img", { name: "Not done" })).toHaveCount(3);
    await steps.getByRole("button", { name: "Create project" }).click();
    await steps.getByLabel("Site name").fill("The Daily Test");
    await steps.getByRole("button", { name: "Create project" }).click();
    await expect(steps.getByText("The Daily Test created.")).toBeVisible();
    await expect(done).toHaveCount(1);
    await steps.getByRole("button", { name: "Check receiver" }).click();
    // The admin can still copy the secret to the site.
    await expect(steps.getByRole("button", { name: "Copy API secret" })).toBeVisible();
    await steps.getByRole("textbox", { name: "Callback URL" }).fill(receiver.callbackUrl);
    receiver.respond = (_, res) => void res.writeHead(500).end();
    await steps.getByRole("button", { name: "Check receiver" }).click();
    await expect(steps.getByText(/\d steps? failed\./)).toBeVisible({ timeout: 30_000 });
    await nightlyLook(page, "a created project whose receiver failed the check");
    // A delivery does not tick the step of the receiver check.
    receiver.respond = () => ({ rc: 1, rm: "" });
    const { items } = await appliance.console<{ items: { id: string; name: string }[] }>("GET", "/projects");
    const id = items.find(({ name }) => name === "The Daily Test")?.id;
    made = await appliance.console("POST", `/projects/${id}/reveal-secret`);
    const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
    await save(await openSession(appliance.url, made, article), "Text.", null);
    await expect(page.getByRole("heading", { name: "Recent articles" })).toBeVisible();
    await expect(row(page, "Text.")).toBeVisible();
    await expect(done).toHaveCount(1);
    // After the first save, the next visit shows the steps as one line.
    await visit(page, "/sites");
    await visit(page, "/");
    await expect(steps.getByText("1 of 3 done")).toBeVisible();
    await expect(done).toHaveCount(0);
    await steps.getByText("1 of 3 done").click();
    await expect(done).toHaveCount(1);
    await steps.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  await test.step("activity is readable by keyboard and as a table, for a day, a month and a year", async () => {
    const activity = page.getByRole("region", { name: "Activity" });
    const attempts = activity.getByRole("status").first();
    await expect(attempts).toHaveText("1 attempt: 1 delivered, 0 failed");
    await activity.getByRole("group", { name: "Delivery attempts" }).focus();
    // The latest hour first; another may have begun since the delivery.
    await expect(async () => {
      await page.keyboard.press("ArrowLeft");
      await expect(attempts).toContainText(/–.+: 1 delivered, 0 failed/, { timeout: 1_000 });
    }).toPass({ intervals: [0] });
    await page.keyboard.press("Home");
    await expect(attempts).toContainText("0 attempts: 0 delivered, 0 failed");
    await activity.getByText("Show as table").first().click();
    for (const [span, rows] of [
      ["24 h", 25],
      ["30 days", 31],
      ["1 year", 54],
    ] as const) {
      await activity.getByText(span, { exact: true }).click();
      await expect(activity.getByRole("row")).toHaveCount(rows);
      await expect(attempts).toHaveText("1 attempt: 1 delivered, 0 failed");
    }
  });

  await test.step("shows the public URL, disk space and backups", async () => {
    const facts = page.getByRole("region", { name: "This appliance" });
    await expect(facts.getByText("never")).toBeVisible();
    await expect(facts).toContainText("Free disk space");
    await facts.getByRole("button", { name: "Check again" }).click();
    await expect(facts.getByText("Reachable", { exact: true })).toBeVisible();
  });

  const openTitled = (material_id: string, title: string) =>
    openSession(appliance.url, made, { material_id, callback_url: receiver.callbackUrl, metadata: { title } });

  await test.step("a rejected article appears and is resent here", async () => {
    receiver.respond = () => ({ rc: 0, rm: "Section 14 is closed." });
    await save(await openTitled("harbour", "Harbour crossing"), "Words", null);
    await expect(page.getByText("1 article needs attention: 1 rejected.")).toBeVisible();
    await expect.poll(() => badge(page)).toBe(1);
    const article = page.getByRole("list", { name: "Articles not delivered" }).getByRole("listitem");
    await expect(article).toContainText("Harbour crossing");
    await expect(article).toContainText("“Section 14 is closed.”");
    await nightlyLook(page, "an article is rejected");
    receiver.respond = () => ({ rc: 1, rm: "" });
    await article.getByRole("button", { name: "Resend Harbour crossing" }).click();
    await expect(article).toHaveCount(0);
    await expect(page.getByText(ALL_WELL)).toBeVisible();
  });

  await test.step("a confirmed version is marked until it is downloaded", async () => {
    receiver.downloads = false;
    await save(await openTitled("ferry", "The last ferry"), "Words", null);
    await expect(page.getByText("1 article needs attention: 1 not downloaded.")).toBeVisible();
    const { body } = receiver.callbacks.at(-1) ?? (await receiver.received(1));
    const mark = page.locator(".state-mark.state-waiting", { hasText: "Not downloaded" });
    await expect(page.getByRole("list", { name: "Articles not delivered" }).locator(mark)).toBeVisible();
    await expect(page.getByRole("region", { name: "Sites with problems" })).toContainText(
      "never downloaded the archive",
    );
    await nightlyLook(page, "an article is not downloaded");
    await page.getByRole("link", { name: "1 not downloaded" }).click();
    await expect(row(page, "The last ferry").locator(mark)).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend all (1)" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Reason" })).toHaveValue("warning:archive");
    await row(page, "The last ferry").click();
    await expect(page.locator(".detail-head").locator(mark)).toBeVisible();
    await visit(page, "/");
    await (await downloadArchive(made, body.content_url, body.material_id)).arrayBuffer();
    await expect(page.getByText(ALL_WELL)).toBeVisible();
    await expect(mark).toHaveCount(0);
  });
});

test("shows a rejection after a lost connection @nightly", async ({ page, appliance, openArticle, receiver }) => {
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        Object.assign(window, { stream: this });
      }
    };
  });
  await logIn(page, appliance);
  const reconnect = await holdRequests(page, "**/api/events?*");
  // Breaks the event stream as a proxy does.
  await page.evaluate(() => {
    const { stream } = window as unknown as { stream: EventSource };
    stream.close();
    stream.dispatchEvent(new Event("error"));
  });
  await expect(page.getByText(/Connection lost. Last updated at \d/)).toBeVisible();
  receiver.respond = () => ({ rc: 0, rm: "Section 14 is closed." });
  await save(await openArticle("harbour"), "Words", null);
  await receiver.received(1);
  expect(await badge(page)).toBe(0);
  reconnect();
  await expect.poll(() => badge(page), { timeout: 40_000 }).toBe(1);
  await expect(page.getByText(/^Connection lost/)).toHaveCount(0);
});
