import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Overview } from "../../server/contracts/overview-api.ts";
import { articleOf, downloadArchive, editorOf, type OpenedSession, openSession, startSite } from "../support/site.ts";
import { connectionToLose, logIn, visit } from "./console-page.ts";
import { expect, FULL, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });
test.setTimeout(240_000);

const ARTICLES = FULL ? 500 : 24;
/** Of the failing site: saved first, so that all others are newer. */
const FAILING = FULL ? 60 : 4;
const AT_ONCE = 20;

/** Each with a few at a time. */
async function forAll<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function saveOnce(session: OpenedSession): Promise<void> {
  const body = { save_id: randomUUID(), vms_json: articleOf("Words"), base_version: null };
  expect((await editorOf(session)("POST", "/versions", body)).status).toBe(201);
}

/** The rail's number, 0 where it shows none. */
const badge = async (page: Page) =>
  Number((await page.locator(".shell-badge > [aria-hidden]").allTextContents())[0] ?? 0);

test("finds, diagnoses and resends to a failing site among many articles in five clicks", async ({
  page,
  appliance,
  project,
  receiver,
}) => {
  const broken = await startSite((_, res) => {
    res.writeHead(500, { "content-type": "application/json" });
    res.end(JSON.stringify({ message: "The disk of the CMS is full." }));
  });
  const openAt = (callback_url: string) => async (number: number) =>
    saveOnce(
      await openSession(appliance.url, project, {
        material_id: `article ${number}`,
        callback_url,
        metadata: { title: `Headline number ${number}` },
      }),
    );
  const numbers = Array.from({ length: ARTICLES }, (_, index) => index);
  await forAll(numbers.slice(0, FAILING), openAt(broken.callbackUrl));
  await forAll(numbers.slice(FAILING), openAt(receiver.callbackUrl));
  await receiver.received(ARTICLES - FAILING);
  await expect
    .poll(async () => (await appliance.console<Overview>("GET", "/overview")).attention_count.articles)
    .toBe(FAILING);

  await logIn(page, appliance);
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  const counting = () =>
    document.addEventListener("click", () => (window as unknown as { countClick(): void }).countClick(), true);
  await page.evaluate(counting);

  // Found: the first page names the site, and since when; nothing was pressed so far.
  const { host } = new URL(broken.callbackUrl);
  const site = page.getByRole("region", { name: "Sites with problems" }).getByRole("listitem");
  await expect(site).toHaveCount(1);
  await expect(site).toContainText(host);
  await expect(site).toContainText("failing since");
  await expect(page.getByText(`${FAILING} articles need attention`)).toBeVisible();
  await expect.poll(() => badge(page)).toBe(FAILING);
  // Understood: in the site's own words.
  await expect(site).toContainText("status 500");
  await expect(site).toContainText("The disk of the CMS is full.");

  // Proved by a check of the receiver itself, which the site's people can be shown: two clicks. Then it is mended.
  await site.getByRole("button", { name: `Check receiver at ${host}` }).click();
  await expect(page.getByRole("textbox", { name: "Callback URL" })).toHaveValue(broken.callbackUrl);
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText(/steps? failed/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: /Overview/ }).click();
  // Mended at the last moment: what the schedule tries meanwhile would be taken, and there are fewer to send.
  const again = site.getByRole("button", { name: new RegExp(`^Resend all \\(\\d+\\) to ${host}$`) });
  await expect(again).toBeVisible();
  broken.answer = () => ({ rc: 1, rm: "", data: {} });
  await again.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Resend all/ })
    .click();
  await expect(page.getByText("Every article is delivered or queued.")).toBeVisible({ timeout: 40_000 });
  await expect(site).toHaveCount(0);
  await expect.poll(() => badge(page)).toBe(0);

  expect(clicks).toBe(5);
  const { attention_count, deliveries } = await appliance.console<Overview>("GET", "/overview");
  expect({ attention_count, deliveries }).toMatchObject({
    attention_count: { articles: 0, fonts: 0 },
    deliveries: { rejected: 0, failed: 0, exhausted: 0, retrying: 0 },
  });
  await broken.close();
});

test("shows what failed during a lost connection after reconnecting", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const loseConnection = await connectionToLose(page);
  await logIn(page, appliance);
  await expect(page.getByText("Every article is delivered or queued.")).toBeVisible();
  const reconnect = await loseConnection();
  // Until then the page says how old its words are.
  await expect(page.getByText(/Connection lost. Last updated at \d/)).toBeVisible();
  receiver.answer = () => ({ rc: 0, rm: "no" });
  await saveOnce(await openArticle("harbour"));
  await receiver.received(1);
  expect(await badge(page)).toBe(0);
  reconnect();
  await expect(page.getByText("1 article needs attention: 1 rejected.")).toBeVisible({ timeout: 40_000 });
  await expect.poll(() => badge(page)).toBe(1);
  await expect(page.getByText(/^Connection lost/)).toHaveCount(0);
});

test("resends one article from the overview, and shows its delivery", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "Section 14 is closed." });
  await saveOnce(await openArticle("harbour", { metadata: { title: "Harbour crossing" } }));
  await receiver.received(1);
  await logIn(page, appliance);
  const article = page.getByRole("list", { name: "Articles not delivered" }).getByRole("listitem");
  await expect(article).toContainText("Harbour crossing");
  await expect(article).toContainText("“Section 14 is closed.”");
  await expectLooksRight(page, "an article is refused");
  receiver.answer = () => ({ rc: 1, rm: "" });
  await article.getByRole("button", { name: "Resend: Harbour crossing" }).click();
  await expect(article).toHaveCount(0);
  await expect(page.getByText("Every article is delivered or queued.")).toBeVisible();
  await expectLooksRight(page, "all is well");
});

test("marks a confirmed version that was never downloaded until it is downloaded", async ({
  page,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  receiver.downloads = false;
  await saveOnce(await openArticle("harbour", { metadata: { title: "Harbour crossing" } }));
  const { body } = await receiver.received(1);
  await logIn(page, appliance);
  await expect(page.getByText("1 article needs attention: 1 not downloaded.")).toBeVisible();
  const mark = page.locator(".state-mark.state-waiting", { hasText: "Not downloaded" });
  await expect(page.getByRole("list", { name: "Articles not delivered" }).locator(mark)).toBeVisible();
  await expect(page.getByRole("region", { name: "Sites with problems" })).toContainText("never downloaded the archive");
  await expectLooksRight(page, "an article is not downloaded");
  await page.getByRole("link", { name: "1 not downloaded" }).click();
  await expect(page.locator(".row", { hasText: "Harbour crossing" }).locator(mark)).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend all (1)" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Reason" })).toHaveValue("warning:archive");
  await expectLooksRight(page, "the log by warning");
  await page.locator(".row", { hasText: "Harbour crossing" }).click();
  await expect(page.getByRole("heading", { name: "Version 1 confirmed but not downloaded" })).toBeVisible();
  await visit(page, "/sessions");
  await expect(page.locator(".row", { hasText: "Harbour crossing" }).locator(mark)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(appliance.consoleUrl);
  await expect(mark.first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await (await downloadArchive(project, body.content_url, body.material_id)).arrayBuffer();
  await expect(page.getByText("Every article is delivered or queued.")).toBeVisible();
  await expect(mark).toHaveCount(0);
});

test("reads the last 24 hours by keys and as a table", async ({ page, appliance, openArticle, receiver }) => {
  await saveOnce(await openArticle("harbour"));
  await receiver.received(1);
  await logIn(page, appliance);
  const hours = page.getByRole("region", { name: "Last 24 hours" });
  await expect(hours.getByRole("status")).toHaveText("1 attempt: 1 delivered, 0 failed");
  await hours.getByRole("group", { name: "Attempts per hour" }).focus();
  // The latest hour first; another may have begun since the article was taken.
  await expect(async () => {
    await page.keyboard.press("ArrowLeft");
    await expect(hours.getByRole("status")).toContainText(/–.+: 1 delivered, 0 failed/, { timeout: 1_000 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press("Home");
  await expect(hours.getByRole("status")).toContainText("0 attempts: 0 delivered, 0 failed");
  await hours.getByText("Show as table").click();
  await expect(hours.getByRole("row")).toHaveCount(25);
});

test("shows whether the public URL is reachable, the free disk space, and that there is no backup", async ({
  page,
  appliance,
}) => {
  await logIn(page, appliance);
  const facts = page.getByRole("region", { name: "This appliance" });
  await expect(facts.getByText("Reachable", { exact: true })).toBeVisible();
  await expect(facts.getByText("never")).toBeVisible();
  await expect(facts).toContainText("Free disk space");
  await facts.getByRole("button", { name: "Check now" }).click();
  await expect(facts.getByText("Reachable", { exact: true })).toBeVisible();
  await expectLooksRight(page, "nothing was opened yet");
});
