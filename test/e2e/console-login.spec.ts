import http from "node:http";
import type { AddressInfo } from "node:net";
import { expectNoFaults } from "./axe.ts";
import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("logs in by the link printed at start, and stays logged in over a reload", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await expect(page).toHaveURL(`${appliance.consoleUrl}/`);
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
});

test("explains how to log in, and accepts the token", async ({ page, appliance }) => {
  await page.goto(`${appliance.consoleUrl}/deliveries`);
  await expect(page.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  await expect(page.getByText("console-token").first()).toBeVisible();

  const field = page.getByLabel("Token or login link");
  await field.fill("wrong");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("not the console token");

  await field.fill(appliance.consoleToken);
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
});

test("a used link leads to the login, and says that it was used", async ({ browser, page, appliance }) => {
  await logIn(page, appliance);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(appliance.consoleLink);
  await expect(stranger.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  await expect(stranger.getByRole("status")).toContainText("This link was already used");
  await expect(stranger).toHaveURL(`${appliance.consoleUrl}/`);
  await expectNoFaults(stranger);
});

test("keeps both halves of the login out of the URL, and gives other ports of the host one at most", async ({
  page,
  appliance,
}) => {
  await logIn(page, appliance);
  expect(page.url()).not.toMatch(/key|token/);
  const cookies: (string | undefined)[] = [];
  const other = http.createServer((req, res) => {
    cookies.push(req.headers.cookie);
    res.setHeader("content-type", "text/html").end("<!doctype html><title>other</title>");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/api/steal`);
  const stored = await page.evaluate(() => [localStorage.length, document.cookie]);
  other.close();
  expect(stored).toEqual([0, ""]);
  // What it was sent, from the browser or from its own process, opens nothing.
  expect(cookies[0]).toContain("galley_console_");
  const replayed = await fetch(`${appliance.consoleUrl}/api/me`, { headers: { cookie: cookies[0] ?? "" } });
  expect(replayed.status).toBe(401);
});

test("logs out every tab at once", async ({ page, appliance }) => {
  await logIn(page, appliance);
  const tab = await page.context().newPage();
  await tab.goto(appliance.consoleUrl);
  await expect(tab.getByRole("navigation", { name: "Console" })).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  await expect(tab.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
});

test("ends another browser's login in the settings", async ({ browser, page, appliance }) => {
  await logIn(page, appliance);
  const other = await (await browser.newContext()).newPage();
  await other.goto(appliance.consoleUrl);
  await other.getByLabel("Token or login link").fill(appliance.consoleToken);
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other.getByRole("navigation", { name: "Console" })).toBeVisible();

  await page.goto(`${appliance.consoleUrl}/settings/access`);
  const logins = page.getByRole("region", { name: "Logins" });
  await expect(logins.getByRole("listitem")).toHaveCount(2);
  await expectNoFaults(page);
  await logins.getByRole("button", { name: /^Log out Chrome/ }).click();
  await expect(logins.getByRole("listitem")).toHaveCount(1);
  await expect(logins.getByRole("listitem")).toContainText("this browser");
  // Without being asked for anything.
  await expect(other.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
});
