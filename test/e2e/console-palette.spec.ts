import { expectNoFaults } from "./axe.ts";
import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("the palette goes to a page, a project and an article", async ({ page, appliance, project, openArticle }) => {
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await openArticle("tram-runs-again");
  await logIn(page, appliance);

  const field = page.getByRole("combobox", { name: "Page, article, project or action" });
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

  // A phone has no Ctrl+K.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Go to…" }).click();
  await expect(field).toBeFocused();
  expect(refused).toEqual([]);
});

test("the palette changes theme and language, and pauses deliveries", async ({ page, appliance }) => {
  await logIn(page, appliance);
  const call = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").last().fill(words);
    await page.getByRole("option").first().click();
  };
  await call("dark");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
  await expectNoFaults(page);
  await call("hold");
  await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
  await call("release");
  await expect(page.getByText("Deliveries are on hold.")).toBeHidden();
  await call("русский");
  await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
  await call("language english");
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
});

test("a question mark shows every key", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Previous row");
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});
