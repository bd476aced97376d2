import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("shows a save as it happens, with request and response", async ({ page, appliance, openArticle, receiver }) => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver.answer = async () => {
    await held;
    return { rc: 1, rm: "filed under page 3", data: { vms_json: { assets: {} } } };
  };
  const session = await openArticle("harbour-crossing");
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Deliveries" }).click();
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible();

  await save(session, "The first tram crossed.", null);
  const delivery = row(page, "harbour-crossing");
  await expect(delivery).toContainText("Sending");
  await delivery.click();
  await expect(page.getByRole("heading", { name: "Sending version 1" })).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Version 1 delivered" })).toBeVisible();
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

test("shows the site's reason for a rejection, and a resend delivers", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "Section 14 is closed." });
  await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
  await logIn(page, appliance, "/deliveries");
  await row(page, "harbour-crossing").click();
  await expect(page.getByRole("heading", { name: "The site rejected version 1" })).toBeVisible();
  await expect(page.locator("blockquote")).toContainText("Section 14 is closed.");

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Version 1 delivered" })).toBeVisible();
  await expect(page.getByLabel("Attempt", { exact: true })).toContainText("Attempt 2");
  await expect(row(page, "harbour-crossing")).toContainText("Delivered");
});

test("an older version says why it cannot be resent", async ({ page, appliance, openArticle, receiver }) => {
  receiver.answer = () => ({ rc: 0, rm: "Section 14 is closed." });
  const article = await openArticle("harbour-crossing");
  const { delivery_id } = await save(article, "The first tram crossed.", null);
  await receiver.received(1);
  await save(article, "The first tram crossed twice.", 1);
  await receiver.received(2);
  await logIn(page, appliance, `/deliveries/${delivery_id}`);
  await expect(page.getByText("This article has a newer version, so this one cannot be resent.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend", exact: true })).toHaveCount(0);
  // The key says so, too.
  await page.keyboard.press("r");
  await expect(page.getByRole("alert")).toContainText("newer version");
});

test("filters the log by state", async ({ page, appliance, openArticle, receiver }) => {
  receiver.answer = ({ body }) => (body.material_id === "good" ? { rc: 1, data: {} } : { rc: 0, rm: "no" });
  for (const material of ["good", "bad"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(2);
  await logIn(page, appliance, "/deliveries");
  await expect(row(page, "bad")).toContainText("Rejected");
  await expect(row(page, "good")).toContainText("Delivered");
  await page.getByRole("button", { name: "Rejected 1" }).click();
  await expect(row(page, "bad")).toBeVisible();
  await expect(row(page, "good")).toBeHidden();
});

test("shows what happens while the console loads", async ({ page, appliance, openArticle, receiver }) => {
  const answer = Promise.withResolvers<object>();
  receiver.answer = () => answer.promise;
  const session = await openArticle("harbour-crossing");
  await logIn(page, appliance);
  await save(session, "The first tram crossed.", null);

  // The events come through only when all is over.
  const listening = Promise.withResolvers<void>();
  await page.route("**/api/events?*", async (route) => {
    await listening.promise;
    await route.continue();
  });
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await expect(row(page, "harbour-crossing")).toContainText("Sending");
  answer.resolve({ rc: 1, rm: "", data: {} });
  await expect
    .poll(async () => (await appliance.console<{ items: { state: string }[] }>("GET", "/deliveries")).items)
    .toMatchObject([{ state: "delivered" }]);
  listening.resolve();
  await expect(row(page, "harbour-crossing")).toContainText("Delivered");
});

test("shows why rows fail, resends them by a filter, and reports the outcome", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = ({ body }, res) => {
    if (body.material_id === "down")
      // Not tried again by itself during the test, or one of the two would be delivered before the click.
      return void res
        .writeHead(500, { "content-type": "text/html", "retry-after": "3600" })
        .end("<!doctype html><h1>Boom</h1>");
    return body.material_id === "closed" ? { rc: 0, rm: "Section 14 is closed." } : { rc: 1, rm: "", data: {} };
  };
  for (const material of ["fine", "closed", "down"])
    await save(await openArticle(material, { metadata: { title: `The ${material} article` } }), "Text.", null);
  await logIn(page, appliance, "/deliveries");
  await expect(row(page, "The down article")).toContainText("500 · next");
  await expect(row(page, "The closed article")).toContainText("Section 14 is closed.");

  await page.getByRole("searchbox").fill("host:127 state:refused");
  await expect(page.locator(".row")).toHaveCount(1);
  await expect(page).toHaveURL(/q=host/);
  await page.getByRole("searchbox").fill("");
  await expect(page.locator(".row")).toHaveCount(3);

  await row(page, "The down article").click();
  await expect(page.getByRole("region", { name: "Expected" })).toContainText('"rc": 1');
  await expect(page.getByRole("region", { name: "Received" })).toContainText("<h1>Boom</h1>");
  await page.getByRole("tab", { name: "Response" }).click();
  await expect(page.getByText("Not valid JSON from line 1, character 1.")).toBeVisible();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await expect(page.getByRole("list", { name: "Timeline of the attempt" })).toContainText("Waiting for the response");
  await page.keyboard.press("Escape");

  // What the search names limits the count; a tab takes its place.
  await expect(page.getByRole("button", { name: "Resend all (2)" })).toBeVisible();
  await page.getByRole("searchbox").fill("state:rejected");
  await expect(page.getByRole("button", { name: "Resend all (1)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rejected 1" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("searchbox").fill("state:delivered");
  await expect(page.locator(".row")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Resend all/ })).toHaveCount(0);
  await page.getByRole("button", { name: "All 3" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.getByRole("button", { name: "Resend all (2)" }).click();
  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await page.getByRole("dialog").getByRole("button", { name: "Resend all (2)" }).click();
  await expect(page.getByText("Resent: 2.")).toBeVisible();
  for (const material of ["down", "closed"])
    await expect(row(page, `The ${material} article`)).toContainText("Delivered");
});

test("walks the log by keys with the open delivery following; a link shows its delivery in the list", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  for (const material of ["first", "second", "third"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(3);
  await logIn(page, appliance, "/deliveries");
  await expect(page.locator(".row")).toHaveCount(3);
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("j");
  await expect(row(page, "third")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, "third")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("j");
  await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
  await expect(row(page, "second")).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Attempt", { exact: true })).toContainText("Attempt 2");

  const address = page.url();
  await page.goto(`${address}?state=rejected`);
  await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/deliveries\?state=rejected$/);
});
