import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { type Site, signature } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { expect, holdRequests, nightlyStep, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

const rows = (page: Page) => page.getByRole("list", { name: "Deliveries" }).locator(".row");
/** The name and the state of the open delivery. */
const head = (page: Page) => page.getByRole("region", { name: "Delivery", exact: true }).locator("header");
const attempt = (page: Page) => page.getByLabel("Attempt", { exact: true });
const accept: Site["respond"] = () => ({ rc: 1, rm: "", data: {} });
const reject: Site["respond"] = () => ({ rc: 0, rm: "Section 14 is closed." });

test("follows a delivery to the site's response and resends it", async ({ page, appliance, openArticle, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Deliveries" }).click();
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible();

  await test.step("shows each state live, then request and response", async () => {
    const response = Promise.withResolvers<object>();
    receiver.respond = () => response.promise;
    await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
    const delivery = row(page, "harbour-crossing");
    await expect(delivery).toContainText("Sending");
    await delivery.click();
    await expect(head(page)).toContainText("Version 1Sending");
    response.resolve({ rc: 1, rm: "filed under page 3", data: { vms_json: { assets: {} } } });
    await expect(head(page)).toContainText("Version 1Delivered");
    await expect(delivery).toContainText("Delivered");
    await expect(page.getByText("filed under page 3").first()).toBeVisible();

    await page.getByRole("tab", { name: "Request" }).click();
    const request = page.getByRole("region", { name: "request body" });
    await expect(request).toContainText('"event": "article_saved"');
    await expect(request).toContainText(`"content_url": "${appliance.url}/integration/download/media/`);
    await page.getByText("headers").first().click();
    await expect(page.getByRole("region", { name: "request headers" })).toContainText("x-service-signature: ");
    await page.getByRole("tab", { name: "Response" }).click();
    await expect(page.getByRole("region", { name: "response body" })).toContainText('"rc": 1');
  });

  await test.step("shows the site's reason for a rejection, until a resend delivers", async () => {
    receiver.respond = reject;
    const market = await openArticle("market-square");
    await save(market, "The market opened.", null);
    await row(page, "market-square").click();
    await expect(head(page)).toContainText("Version 1Rejected");
    await page.getByRole("tab", { name: "Summary" }).click();
    await expect(page.locator("blockquote")).toContainText("Section 14 is closed.");
    await save(market, "The market opened early.", 1);
    await expect(page.getByText("A newer delivery exists, so Galley no longer sends this one.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend", exact: true })).toHaveCount(0);
    await row(page, "market-square").last().press("r");
    await expect(page.getByRole("alert")).toContainText("newer version");

    await row(page, "market-square").first().click();
    await expect(head(page)).toContainText("Version 2Rejected");
    await expect(page.getByRole("alert")).toHaveCount(0);
    receiver.respond = accept;
    await page.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(head(page)).toContainText("Version 2Delivered");
    await expect(attempt(page)).toContainText("Attempt 2");
  });

  await test.step("cancels and resends a retrying delivery, and removes it with its article", async () => {
    receiver.respond = (_, res) => void res.writeHead(500).end();
    const down = await openArticle("down");
    await save(down, "Text.", null);
    await expect(row(page, "down")).toContainText("Retrying");
    await row(page, "down").click();
    await page.getByRole("button", { name: "Cancel delivery…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel delivery" }).click();
    await expect(row(page, "down")).toContainText("Exhausted");
    await expect(page.getByText("The delivery was cancelled in Galley's console.").first()).toBeVisible();
    receiver.respond = accept;
    await page.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(row(page, "down")).toContainText("Delivered");
    await appliance.console("DELETE", `/sessions/${down.session_id}`);
    await expect(page.getByRole("alert")).toHaveText(/There is no delivery \S+$/);
    await expect(row(page, "down")).toHaveCount(0);
  });

  await nightlyStep("shows a state that changes while the console loads", async () => {
    const response = Promise.withResolvers<object>();
    receiver.respond = () => response.promise;
    await save(await openArticle("late-news"), "Text.", null);
    // The events arrive only after the delivery.
    const releaseEvents = await holdRequests(page, "**/api/events?*");
    await page.goto(`${appliance.consoleUrl}/deliveries`);
    await expect(row(page, "late-news")).toContainText("Sending");
    response.resolve({ rc: 1, rm: "", data: {} });
    const states = async () =>
      (await appliance.console<{ items: { state: string }[] }>("GET", "/deliveries")).items.map(({ state }) => state);
    await expect.poll(async () => (await states())[0]).toBe("delivered");
    releaseEvents();
    await expect(row(page, "late-news")).toContainText("Delivered");
  });
});

test("explains failures, and resends chosen deliveries", async ({
  page,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  receiver.respond = ({ body }, res) => {
    if (body.material_id === "down")
      // A retry during the test would deliver it before the click.
      return void res
        .writeHead(500, { "content-type": "text/html", "retry-after": "3600" })
        .end("<!doctype html><h1>Boom</h1>");
    return body.material_id === "closed" ? { rc: 0, rm: "Section 14 is closed." } : { rc: 1, rm: "", data: {} };
  };
  for (const material of ["fine", "closed", "down"])
    await save(await openArticle(material, { metadata: { title: `The ${material} article` } }), "Text.", null);
  await logIn(page, appliance, "/deliveries");
  const search = page.getByRole("searchbox");

  await test.step("a row shows the failure; its delivery compares expected and received response", async () => {
    await expect(row(page, "The down article")).toContainText("500 · next");
    await expect(row(page, "The closed article")).toContainText("Section 14 is closed.");
    await row(page, "The down article").click();
    await expect(page.getByRole("region", { name: "Expected" })).toContainText('"rc": 1');
    await expect(page.getByRole("region", { name: "Received" })).toContainText("<h1>Boom</h1>");
    await page.getByRole("tab", { name: "Response" }).click();
    await expect(page.getByText("Not valid JSON from line 1, character 1.")).toBeVisible();
    await expect(page.locator("pre mark")).toHaveText(/^.$/u);
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect(page.getByRole("list", { name: "Timeline of the attempt" })).toContainText("Waiting for the response");
    await page.keyboard.press("Escape");
  });

  await test.step("search and state filter the rows and the deliveries that Resend all sends", async () => {
    await search.fill("host:127 state:rejected");
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/q=host/);
    await search.fill("");
    await expect(page.getByRole("button", { name: "Resend all (2)" })).toBeVisible();
    await search.fill("state:rejected");
    await expect(page.getByRole("button", { name: "Resend all (1)" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Rejected 1" })).toHaveAttribute("aria-pressed", "true");
    await search.fill("state:delivered");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^Resend all/ })).toHaveCount(0);
    await page.getByRole("button", { name: "All 3" }).click();
    await expect(search).toHaveValue("");
    await page.getByRole("button", { name: "Resend all (2)" }).click();
    receiver.respond = accept;
    await page.getByRole("dialog").getByRole("button", { name: "Resend all (2)" }).click();
    await expect(page.getByText("Resent: 2.")).toBeVisible();
    for (const material of ["down", "closed"])
      await expect(row(page, `The ${material} article`)).toContainText("Delivered");
  });

  await test.step("a word without a match can be searched in the responses of sites", async () => {
    await search.fill("Boom");
    await page.getByRole("link", { name: "Search the responses of sites" }).click();
    await expect(search).toHaveValue('text:"Boom"');
    await search.fill("");
  });

  await test.step("Shift selects a range, and only the selection is resent", async () => {
    receiver.respond = reject;
    for (const name of ["one", "two", "three", "four", "five"]) await save(await openArticle(name), name, null);
    await expect(rows(page)).toHaveCount(8);
    await expect(rows(page).filter({ hasText: "Rejected" })).toHaveCount(5);
    const checkOf = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
    await checkOf("four").click();
    // An unchanged search keeps the selection, also after the pause with which it is sent.
    await page.clock.install();
    await search.evaluate((input: HTMLInputElement) => {
      for (const value of ["a", ""]) {
        input.setRangeText(value, 0, input.value.length);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await page.clock.runFor("00:01");
    await expect(page.getByText("1 selected")).toBeVisible();
    await checkOf("two").click({ modifiers: ["Shift"] });
    receiver.respond = accept;
    const before = receiver.callbacks.length;
    await page.getByRole("button", { name: "Resend (3)" }).click();
    await expect(page.getByText("Resent: 3.")).toBeVisible();
    for (const name of ["two", "three", "four"]) await expect(row(page, name)).toContainText("Delivered");
    for (const name of ["one", "five"]) await expect(row(page, name)).toContainText("Rejected");
    await expect(page.getByText(/\d selected/)).toBeHidden();
    expect(receiver.callbacks).toHaveLength(before + 3);
  });

  await test.step("one button resends everything undelivered since an outage", async () => {
    await visit(page, `/projects/${project.id}/check`);
    const form = page.getByRole("region", { name: "Resend after an outage" });
    await form.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(form.getByRole("status").filter({ hasText: "Resent: 2." })).toBeVisible();
    await visit(page, "/deliveries");
    await expect(rows(page).filter({ hasText: "Delivered" })).toHaveCount(8);
    await visit(page, `/projects/${project.id}/check`);
    await form.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(form.getByText("Nothing to resend.")).toBeVisible();
  });

  await test.step("Pause or scrolling stops the log, which counts new rows and covers none", async () => {
    await page.setViewportSize({ width: 1280, height: 480 });
    await visit(page, "/deliveries");
    await page.getByRole("button", { name: "Pause" }).click();
    for (let made = 1; made <= 4; made++) await save(await openArticle(`article ${made}`), "Text.", null);
    const pill = page.getByRole("button", { name: "4 new" });
    await expect(pill).toBeVisible();
    await expect(rows(page)).toHaveCount(8);
    await pill.click();
    await expect(pill).toBeHidden();
    await expect(row(page, "article 4")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

    const oldest = row(page, "The fine article");
    const list = page.getByRole("list", { name: "Deliveries" });
    await list.evaluate((element) => element.parentElement?.scrollTo(0, 1e6));
    await expect(oldest).toBeInViewport({ ratio: 1 });
    const before = await oldest.boundingBox();
    await save(await openArticle("newest"), "Text.", null);
    await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
    expect(await oldest.boundingBox()).toEqual(before);
    // Nothing covers either end of the last row.
    const { x = 0, y = 0, width = 0, height = 0 } = before ?? {};
    for (const at of [x + 4, x + width - 4])
      expect(
        await page.evaluate(
          (place) => document.elementFromPoint(place.at, place.y)?.closest("[data-row-id]")?.textContent,
          { at, y: y + height / 2 },
        ),
      ).toContain("The fine article");
    await page.getByRole("button", { name: "1 new" }).click();
    await expect(row(page, "newest")).toBeVisible();
  });
});

test("copies cURL commands that sites accept @nightly", async ({ page, appliance, project, openArticle, receiver }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const metadata = {
    title: "It's the “first” $(tram)",
    webhook_auth_user: "desk",
    webhook_auth_password: "let-me-in-7",
  };
  await save(await openArticle("трамвай 'no. 1'", { metadata }), "Text.", null);
  const sent = await receiver.received(1);
  await logIn(page, appliance, "/deliveries");
  await rows(page).first().click();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy as cURL with credentials" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());

  const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: 10_000 });
  expect(stdout).toContain('"rc":1');
  const { body, headers, text } = await receiver.received(2);
  expect(text).toBe(sent.text);
  expect(headers["x-service-signature"]).toBe(signature(project.api_secret, body.material_id, body.content_url));
  expect(headers.authorization).toBe(sent.headers.authorization);
});
