/** The console from another machine, the messages to an admin without a window, the log and the bundle for support. */
import os from "node:os";
import type { Page } from "@playwright/test";
import { spawnAppliance } from "../support/appliance.ts";
import { startMailServer } from "../support/mail-server.ts";
import { expectNoFaults } from "./axe.ts";
import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

// Each changes settings of its appliance.
test.use({ ownAppliance: true });

const PASSWORD = "eine Fähre nach Riga";

async function openSettings(page: Page, name: string) {
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** An address under which another machine would find this one. */
const lanAddress = () =>
  Object.values(os.networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";

test("opens the console to the network with a password", async ({ browser, page }) => {
  const appliance = await spawnAppliance({ args: ["--console-host", "0.0.0.0"] });
  try {
    await logIn(page, appliance);
    await openSettings(page, "Access");
    await expect(page.getByText("is open to other machines and has no password")).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Password set.")).toBeVisible();

    const other = await (await browser.newContext()).newPage();
    await other.goto(`http://${lanAddress()}:${new URL(appliance.consoleUrl).port}/deliveries`);
    await expectNoFaults(other);
    const field = other.getByLabel("Password");
    await field.fill("not the password");
    await field.press("Enter");
    await expect(other.getByRole("alert")).toContainText("not the password of the console");
    await field.fill(PASSWORD);
    await field.press("Enter");
    await expect(other.getByRole("navigation", { name: "Console" })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();

    const logins = page.getByRole("region", { name: "Logins" });
    await page.reload();
    await expect(logins.getByRole("listitem")).toHaveCount(2);
    await expect(logins).toContainText("password");
    await page.getByRole("button", { name: "Remove password…" }).click();
    await page.getByRole("button", { name: "Remove password", exact: true }).click();
    // Without being asked for anything.
    await expect(other.getByRole("heading", { name: "Log in to the console" })).toBeVisible();
    await expect(logins.getByRole("listitem")).toHaveCount(1);
  } finally {
    await appliance.close();
  }
});

test("adds a host name of the console and rejects an invalid one", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await openSettings(page, "Access");
  const names = page.getByRole("combobox", { name: "Host names" });
  await names.fill("console.example.org");
  await names.press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await names.fill("*.example.org");
  await names.press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("A console name is a host");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("sets up mail and tests it, with the mail server's reason for a failure", async ({ page, appliance }) => {
  const server = await startMailServer({ login: { user: "galley", password: "p4ss-of-the-mail" } });
  try {
    await logIn(page, appliance);
    await openSettings(page, "Notifications");
    await expectNoFaults(page);
    const mail = page.getByRole("region", { name: "E-mail" });
    await mail.getByLabel("Mail server").fill("127.0.0.1");
    await mail.getByLabel("Security").click();
    await page.getByRole("option", { name: "None" }).click();
    await mail.getByLabel("Port").fill(String(server.port));
    await mail.getByLabel("User").fill("galley");
    await mail.getByLabel("Password").fill("wrong");
    await mail.getByLabel("From").fill("galley@example.org");
    await mail.getByLabel("To", { exact: true }).fill("ida@example.org");
    // Nothing is stored yet, so nothing is switched on; an address counts without Enter.
    await expect(mail.getByRole("switch")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Webhook" }).getByRole("switch")).toHaveCount(0);
    await mail.getByRole("button", { name: "Save", exact: true }).click();
    await expect(mail.getByRole("switch", { name: "Send e-mail" })).toBeChecked();
    await mail.getByRole("button", { name: "Send test" }).click();
    await expect(mail.getByText("535 5.7.8 Authentication credentials invalid")).toBeVisible();

    await mail.getByLabel("Password").fill("p4ss-of-the-mail");
    await mail.getByRole("button", { name: "Save", exact: true }).click();
    await expect(mail.getByText("Saved.")).toBeVisible();
    await mail.getByRole("button", { name: "Send test" }).click();
    await expect(mail.getByText("Test message sent.")).toBeVisible();
    expect(server.mails).toHaveLength(1);
    await expect(mail.getByLabel("Password")).toHaveValue("");
    await expectNoFaults(page);
  } finally {
    server.close();
  }
});

test("searches the log, and lists the content of the support bundle before it is saved", async ({
  page,
  appliance,
}) => {
  await logIn(page, appliance);
  await openSettings(page, "Logs");
  const log = page.getByRole("list", { name: "Log" });
  await expect(log).toContainText("listens at http://127.0.0.1");
  await expectNoFaults(page);
  await page.getByLabel("Search the log").fill("nothing like this");
  await expect(page.getByText("No entries.")).toBeVisible();
  await page.getByLabel("Search the log").fill("LISTENS");
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await page.getByText("Errors", { exact: true }).click();
  await expect(page.getByText("No entries.")).toBeVisible();

  const bundle = page.getByRole("region", { name: "Support bundle" });
  await expect(bundle).toContainText("database.json");
  await expect(bundle).toContainText("no articles, pictures, fonts");
  const download = page.waitForEvent("download");
  await bundle.getByRole("button", { name: "Download support bundle" }).click();
  expect((await download).suggestedFilename()).toMatch(/^galley-support-.*\.zip$/);
  await expect(bundle.getByText("is being downloaded")).toBeVisible();
});
