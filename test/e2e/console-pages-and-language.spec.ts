import { expectNoFaults } from "./axe.ts";
import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test.describe("a browser whose owner reads Russian", () => {
  test.use({ locale: "ru-RU" });

  test("gets the console in Russian from the login on", async ({ page, appliance }) => {
    await page.goto(appliance.consoleUrl);
    await expect(page.getByRole("heading", { name: "Вход в консоль" })).toBeVisible();
    await page.goto(appliance.consoleLink);
    const rail = page.getByRole("navigation", { name: "Консоль" });
    await rail.getByRole("link", { name: "Доставки" }).click();
    await expect(page).toHaveTitle("Доставки · Galley");
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  });
});

test("loads no other language for an English page", async ({ page, appliance }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await logIn(page, appliance);
  await page.waitForLoadState("networkidle");
  expect(fetched.filter((name) => name.startsWith("/assets/ru-"))).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("reports an unknown URL and links back", async ({ page, appliance }) => {
  await logIn(page, appliance, "/attic/%E0%A4%A");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByText("/attic/")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("reports a page that cannot load, and keeps the others usable", async ({ page, appliance }) => {
  await page.route("**/assets/SettingsScreen-*.js", (route) => route.abort());
  await logIn(page, appliance);
  const rail = page.getByRole("navigation", { name: "Console" });
  await rail.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expectNoFaults(page);
  await rail.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
});
