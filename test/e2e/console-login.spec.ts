import http from "node:http";
import { listening } from "../support/listening.ts";
import { visit } from "./console-page.ts";
import { elsewhere, enter, expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("logs in by one-time link or token, keeps it private, and logs out every tab", async ({ page, appliance }) => {
  await test.step("the link logs in", async () => {
    await page.goto(appliance.consoleLink);
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/`);
  });

  const stranger = await elsewhere(page);
  const login = stranger.getByRole("heading", { name: "Log in to the console" });
  await test.step("a used link shows the login with an explanation", async () => {
    await stranger.goto(appliance.consoleLink);
    await expect(login).toBeVisible();
    await expect(stranger.getByRole("status")).toContainText("This link was already used");
    await expect(stranger).toHaveURL(`${appliance.consoleUrl}/`);
  });

  await test.step("the login explains itself, rejects a wrong token and opens the requested page", async () => {
    await stranger.goto(`${appliance.consoleUrl}/deliveries`);
    await expect(stranger.getByText("console-token").first()).toBeVisible();
    const field = stranger.getByLabel("Token or login link");
    await enter(field, "wrong");
    await expect(stranger.getByRole("alert")).toContainText("not the console token");
    await enter(field, appliance.consoleToken);
    await expect(stranger.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
  });

  await test.step("another browser's login is ended in the settings", async () => {
    await visit(page, "/settings/access");
    const logins = page.getByRole("region", { name: "Logins" });
    await expect(logins.getByRole("listitem")).toHaveCount(2);
    await logins.getByRole("button", { name: /^Log out Chrome/ }).click();
    await expect(logins.getByRole("listitem")).toHaveCount(1);
    await expect(logins.getByRole("listitem")).toContainText("this browser");
    // That browser sends no request for this.
    await expect(login).toBeVisible();
  });

  await test.step("the URL holds no credential, and the cookie that other ports receive does not log in", async () => {
    expect(page.url()).not.toMatch(/key|token/);
    const cookies: (string | undefined)[] = [];
    const server = http.createServer((req, res) => {
      cookies.push(req.headers.cookie);
      res.setHeader("content-type", "text/html").end("<!doctype html><title>other</title>");
    });
    const other = await listening(server);
    const thief = await page.context().newPage();
    await thief.goto(`http://${other.host}/api/steal`);
    expect(await thief.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);
    await thief.close();
    await other.close();
    expect(cookies[0]).toContain("galley_console_");
    const replayed = await fetch(`${appliance.consoleUrl}/api/me`, { headers: { cookie: cookies[0] ?? "" } });
    expect(replayed.status).toBe(401);
  });

  await test.step("Log out logs out every tab", async () => {
    const tab = await page.context().newPage();
    await tab.goto(appliance.consoleUrl);
    await expect(tab.getByRole("navigation", { name: "Console" })).toBeVisible();
    await page.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "Log out" }).click();
    for (const each of [page, tab])
      await expect(each.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
  });
});
