import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test("the link printed at start logs in, and the login outlives a reload", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await expect(page).toHaveURL(`${appliance.consoleUrl}/`);
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
});

test("without a login the page says how to get in, and takes the token", async ({ page, appliance }) => {
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await expect(page.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  await expect(page.getByText("console-token").first()).toBeVisible();

  const field = page.getByLabel("Token, or the whole link");
  await field.fill("wrong");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("not the console token");

  await field.fill(appliance.consoleToken);
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
});

test("a link that was used up leads to the login, not into the console", async ({ browser, page, appliance }) => {
  await logIn(page, appliance);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(appliance.consoleLink);
  await expect(stranger.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
});
