import { logIn, visit } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

test.use({ ownAppliance: true });

test("opens any page by palette, and changes theme and language", async ({ page, appliance, project, openArticle }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await openArticle("tram-runs-again");
  await logIn(page, appliance);
  const field = page.getByRole("combobox", { name: "Page, site, article, project or action" });

  await test.step("the palette finds pages, projects and articles", async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await expect(page.getByRole("option", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
    await expectNoFaults(page);
    await field.fill("deliv");
    await expect(page.getByRole("option", { name: "Deliveries" }).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
    await expect(field).toBeHidden();
    await page.getByRole("button", { name: "Go to…" }).click();
    await field.fill("daily check");
    await page.getByRole("option", { name: "check receiver" }).click();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/projects/${project.id}/check`);
    await page.keyboard.press("Control+k");
    await field.fill("tram-runs");
    await expect(page.getByRole("option", { name: "tram-runs-again" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "tram-runs-again" })).toBeVisible();
  });

  await test.step("? shows every key", async () => {
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Previous row");
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("Escape returns the focus, also while results load", async () => {
    await visit(page, "/sessions");
    const search = page.getByRole("searchbox");
    await search.focus();
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(search).toBeFocused();

    await page.route("**/api/sites?**", () => {});
    const asked = page.waitForRequest((request) => request.url().includes("/api/sites?"));
    await page.keyboard.press("Control+k");
    await field.fill("tram");
    await asked;
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(search).toBeFocused();
    await page.unroute("**/api/sites?**");
  });

  const runCommand = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.locator("input[role=combobox]").last().fill(words);
    await page.getByRole("option").filter({ visible: true }).first().click();
  };
  await test.step("it changes theme and language permanently, and holds deliveries", async () => {
    await runCommand("dark");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
    await runCommand("hold");
    await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
    await runCommand("release");
    await expect(page.getByText("Deliveries are on hold.")).toBeHidden();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(fetched.filter((name) => name.startsWith("/assets/ru-"))).toEqual([]);
    await runCommand("русский");
    await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
    await runCommand("language english");
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  });

  await nightlyStep("on a phone, a button opens it", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Go to…" }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  expect(errors).toEqual([]);

  await test.step("an unknown URL is reported with a link to the overview", async () => {
    await visit(page, "/attic/%E0%A4%A");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByText("/attic/")).toBeVisible();
    await page.getByRole("link", { name: "Back to the overview" }).click();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/`);
  });

  await test.step("a page that cannot load leaves the others usable", async () => {
    await page.route("**/assets/SettingsScreen-*.js", (route) => route.abort());
    await page.reload();
    const rail = page.getByRole("navigation", { name: "Console" });
    await rail.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
    await rail.getByRole("link", { name: "Sessions" }).click();
    await expect(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  });
});
