import { logIn, row, save, visit } from "./console-page.ts";
import { expect, processTest, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

test("keeps a changed setting", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Limits" }).click();
  await page.getByLabel("Editor links expire after").fill("48");
  await page.getByLabel("Maximum upload size").fill("256");
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Editor links expire after")).toHaveValue("48");
  await expect(page.getByLabel("Maximum upload size")).toHaveValue("256");
  await page.getByRole("link", { name: "About" }).click();
  await expect(page.getByText(appliance.dataDir)).toBeVisible();
});

test("links to the licences of its dependencies, without a login", async ({ page, appliance }) => {
  await logIn(page, appliance, "/settings/about");
  const address = await page.getByRole("link", { name: "Third-party licences" }).getAttribute("href");
  const answer = await fetch(new URL(address ?? "", appliance.consoleUrl));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await answer.text();
  for (const name of ["express", "@mantine/core", "@tiptap/core", "better-sqlite3", "swagger-ui-dist"])
    expect(text).toContain(`\n${name} `);
});

test("shows paused deliveries on every screen, and sends them when resumed", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  await logIn(page, appliance, "/settings/deliveries");
  await page.getByRole("switch", { name: "Hold all deliveries" }).click();
  await expect(page.getByText("Deliveries are on hold.")).toBeVisible();

  await save(await openArticle("front-page"), "The first tram crossed.", null);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Deliveries" }).click();
  await expect(row(page, "front-page")).toBeVisible();
  await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
  expect(receiver.callbacks).toHaveLength(0);

  await page.getByRole("button", { name: "Release deliveries" }).click();
  await expect(row(page, "front-page")).toContainText("Delivered");
  await expect(page.getByText("Deliveries are on hold.")).toBeHidden();
});

test("asks before leaving a changed settings form, and discards its changes", async ({ page, appliance }) => {
  await logIn(page, appliance, "/settings/retention");
  const days = page.getByLabel("Keep delivery attempts");
  await days.fill("90");
  await page.getByRole("link", { name: "Limits" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /stay/i }).click();
  await expect(days).toHaveValue("90");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(days).toHaveValue("30");
  await days.fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  expect(await appliance.console("GET", "/settings")).toMatchObject({ settings: { log_days: 30 } });
});

test("every page of the settings is accessible and fits the window", async ({ page, appliance }) => {
  test.setTimeout(120_000);
  await logIn(page, appliance);
  await appliance.console("PATCH", "/network", { public_url: "https://galley.example.org" });
  await visit(page, "/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByText("Reachable", { exact: true })).toBeVisible();
  await expectLooksRight(page, "Settings");
  const names = await page.getByRole("navigation", { name: "Settings" }).getByRole("link").allInnerTexts();
  for (const name of names) {
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, exact: true, level: 1 })).toBeVisible();
    await expect(page.locator(".skeleton-rows")).toHaveCount(0);
    await expectLooksRight(page, name);
  }
  await visit(page, "/settings/nonsense");
  await expect(page.getByText("There is no such settings page.")).toBeVisible();
});

test("on a phone, shows the list of settings first and links back to it", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/settings");
  await expect(page.getByRole("link", { name: "Backups" })).toBeVisible();
  await expect(page.getByLabel("Public URL")).toBeHidden();
  await page.getByRole("link", { name: "Network" }).click();
  await expect(page.getByLabel("Public URL")).toBeVisible();
  await expect(page.getByRole("link", { name: "Backups" })).toBeHidden();
  await page.getByRole("link", { name: "All settings" }).click();
  await expect(page.getByRole("link", { name: "Backups" })).toBeVisible();
});

processTest(
  "the network says who holds a value, refuses at the field, and is in force after the restart",
  async ({ page, appliance }) => {
    await logIn(page, appliance, "/settings/network");
    await expect(page.getByText("Set by --port")).toBeVisible();
    await expect(page.getByLabel("Port", { exact: true })).toBeDisabled();
    const address = page.getByLabel("Public URL");
    await address.fill("galley.example.org");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("takes an http(s) URL")).toBeVisible();
    await address.fill("http://127.0.0.1:1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByText("Until the restart: none")).toBeVisible();

    await page.getByRole("button", { name: "Restart now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
    await expect(page.getByText("Galley is back.")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("The network settings changed.")).toBeHidden();
    await expect(page.getByText("Not reachable")).toBeVisible();
    await expect(page.getByText("No program listens on 127.0.0.1:1.")).toBeVisible();
  },
);
