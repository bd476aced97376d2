import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a save appears as it happens, with what was sent and what the site answered", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
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
  await expect(page.getByRole("heading", { name: "Nothing has been delivered yet" })).toBeVisible();

  await save(session, "The first tram crossed.", null);
  const delivery = row(page, "harbour-crossing");
  await expect(delivery).toContainText("On its way");
  await delivery.click();
  await expect(page.getByRole("heading", { name: "Version 1 is on its way to the site" })).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "The site took version 1" })).toBeVisible();
  await expect(delivery).toContainText("Taken");
  await expect(page.getByText("filed under page 3").first()).toBeVisible();

  const request = page.getByRole("region", { name: "body of the request" });
  await expect(request).toContainText('"event": "article_saved"');
  await expect(request).toContainText(`"content_url": "${appliance.url}/integration/download/media/`);
  await expect(page.getByRole("region", { name: "body of the answer" })).toContainText('"rc": 1');
  await page.getByText("headers").first().click();
  await expect(page.getByRole("region", { name: "headers of the request" })).toContainText("x-service-signature: ");
});

test("a refusal shows the site's words, and sending again delivers", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "Section 14 is closed." });
  await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await row(page, "harbour-crossing").click();
  await expect(page.getByRole("heading", { name: "The site refused version 1" })).toBeVisible();
  await expect(page.locator("blockquote")).toContainText("Section 14 is closed.");

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("heading", { name: "The site took version 1" })).toBeVisible();
  await expect(page.getByText("Attempt 2")).toBeVisible();
  await expect(row(page, "harbour-crossing")).toContainText("Taken");
});

test("the state filter asks the appliance", async ({ page, appliance, openArticle, receiver }) => {
  receiver.answer = ({ body }) => (body.material_id === "good" ? { rc: 1, data: {} } : { rc: 0, rm: "no" });
  for (const material of ["good", "bad"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(2);
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await expect(row(page, "bad")).toContainText("Refused");
  await expect(row(page, "good")).toContainText("Taken");
  await page.getByLabel("State").selectOption("Refused");
  await expect(row(page, "bad")).toBeVisible();
  await expect(row(page, "good")).toBeHidden();
});

test("what happens while the console is being loaded is shown", async ({ page, appliance, openArticle, receiver }) => {
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
  await expect(row(page, "harbour-crossing")).toContainText("On its way");
  answer.resolve({ rc: 1, rm: "", data: {} });
  await expect
    .poll(async () => (await appliance.console<{ items: { state: string }[] }>("GET", "/deliveries")).items)
    .toMatchObject([{ state: "delivered" }]);
  listening.resolve();
  await expect(row(page, "harbour-crossing")).toContainText("Taken");
});
