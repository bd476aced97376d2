import os from "node:os";
import type { Page } from "@playwright/test";
import { codeAt, PASSWORD } from "../support/accounts.ts";
import { startAppliance } from "../support/appliance.ts";
import { openSession } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { elsewhere, enter, expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

const NEW_PASSWORD = "zwei Fähren nach Riga";
const STEP_MS = 30_000;
/** No site listens on this port. */
const CLOSED = "http://localhost:9/galley/callback";
const OPERATOR_SETTINGS = [
  "Network",
  "Deliveries",
  "Limits",
  "Retention",
  "Backups",
  "Replication",
  "Account",
  "Notifications",
  "Appearance and language",
  "Sample site",
  "About",
];

/** An IP address under which other machines reach this one. */
const lanAddress = () =>
  Object.values(os.networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";

const loginTitle = (page: Page) => page.getByRole("heading", { name: "Log in to the console" });
const rail = (page: Page) => page.getByRole("navigation", { name: "Console" });

test("an account and a site link open only their part, until they are removed", async ({ page, receiver }) => {
  test.slow();
  const appliance = await startAppliance({ args: ["--console-host", "0.0.0.0"] });
  const project = await appliance.createProject({ name: "The Daily Test" });
  const remote = `http://${lanAddress()}:${new URL(appliance.consoleUrl).port}`;
  await logIn(page, appliance, "/settings/admins");
  await expect(page.getByText("No accounts yet.")).toBeVisible();

  const invitation = await test.step("the owner invites her and sees the link once", async () => {
    await page.getByRole("button", { name: "Invite…" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a person" });
    await dialog.getByLabel("Name").fill("Anna Berg");
    await dialog.getByLabel("E-mail").fill("anna@example.org");
    await expectLooksRight(page, "Invite a person");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const created = page.getByRole("dialog", { name: "Link for Anna Berg" });
    const text = await created.locator("code").innerText();
    await nightlyLook(page, "A link");
    await created.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Anna Berg" })).toContainText("Invited");
    return `${remote}/invitation${new URL(text).hash}`;
  });

  const hers = await elsewhere(page);
  await test.step("she sets a password and is logged in", async () => {
    await hers.goto(invitation);
    await expect(hers.getByText("anna@example.org")).toBeVisible();
    const field = hers.getByLabel("Password", { exact: true });
    await field.fill("too short");
    await expect(hers.getByRole("button", { name: "Set password and log in" })).toBeDisabled();
    await field.fill(PASSWORD);
    await expectLooksRight(hers, "An invitation");
    await field.press("Enter");
    await expect(rail(hers).getByRole("link", { name: "Anna Berg" })).toBeVisible();
    await expect(hers).toHaveURL(`${remote}/`);
    await expect(hers.getByText("No attempts.")).toBeVisible();
    await expect(hers.getByText("Show as table")).toHaveCount(0);
  });

  const secret = await test.step("she sets up a second factor and receives recovery codes", async () => {
    await hers.getByRole("link", { name: "Set up second factor" }).click();
    await expect(hers.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    const factor = hers.getByRole("region", { name: "Second factor" });
    await factor.getByRole("button", { name: "Set up second factor…" }).click();
    await enter(hers.getByRole("dialog").getByLabel("Current password"), PASSWORD);
    const key = (await factor.locator("code").innerText()).replaceAll(" ", "");
    await expect(factor.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await nightlyLook(hers, "A second factor");
    await enter(factor.getByLabel("Code from the app"), "000000");
    await expect(factor.getByRole("alert")).toBeVisible();
    await enter(factor.getByLabel("Code from the app"), codeAt(key, Date.now()));
    await expect(factor.getByRole("listitem")).toHaveCount(10);
    await nightlyLook(hers, "Recovery codes");
    return { key, recovery: await factor.getByRole("listitem").allInnerTexts() };
  });
  await hers.getByRole("button", { name: "I have saved them" }).click();
  await expect(hers.getByText("10 recovery codes left.")).toBeVisible();

  await nightlyStep("the link works once", async () => {
    await hers.goto(invitation);
    await expect(hers.getByRole("alert")).toContainText("used or has expired");
    await hers.getByRole("link", { name: "Go to the console" }).click();
  });

  const field = (name: string) => hers.getByLabel(name, { exact: true });
  await test.step("the login asks for e-mail and password, then for the code", async () => {
    // A phone shows no foot of the navigation.
    await hers.setViewportSize({ width: 390, height: 844 });
    await visit(hers, "/settings/account");
    await hers.getByRole("main").getByRole("button", { name: "Log out" }).click();
    await hers.setViewportSize({ width: 1280, height: 800 });
    await expect(loginTitle(hers)).toBeVisible();
    await expectLooksRight(hers, "The login with e-mail");
    await field("E-mail").fill("Anna@Example.org");
    await enter(field("Password"), "not the password");
    await expect(hers.getByRole("alert")).toContainText("The e-mail address or the password is wrong.");
    await enter(field("Password"), PASSWORD);
    await field("Code").fill("000000");
    await nightlyLook(hers, "The code");
    await hers.keyboard.press("Enter");
    await expect(hers.getByRole("alert")).toContainText("code");
    await hers.getByRole("button", { name: "Cancel" }).click();
    await field("Password").press("Enter");
    // The current code may already be used.
    await enter(field("Code"), codeAt(secret.key, Date.now() + STEP_MS));
    await expect(hers.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  });

  await nightlyStep("a recovery code logs her in once", async () => {
    const logInBy = async (code: string) => {
      await rail(hers).getByRole("button", { name: "Log out" }).click();
      await field("E-mail").fill("anna@example.org");
      await enter(field("Password"), PASSWORD);
      await enter(field("Code"), code);
    };
    await logInBy(secret.recovery[0] ?? "");
    await logInBy(secret.recovery[0] ?? "");
    await expect(hers.getByRole("alert")).toContainText("code");
    await enter(field("Code"), secret.recovery[1] ?? "");
    await visit(hers, "/settings/account");
    await expect(hers.getByText("8 recovery codes left.")).toBeVisible();
  });

  await test.step("she changes her password", async () => {
    await visit(hers, "/settings/account");
    await field("Current password").fill(PASSWORD);
    await field("New password").fill(NEW_PASSWORD);
    await hers.getByRole("button", { name: "Change password" }).click();
    await expect(hers.getByText("Password changed.")).toBeVisible();
  });

  await test.step("settings that need an admin are hidden or disabled", async () => {
    const pages = hers.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect(pages).toHaveText(OPERATOR_SETTINGS);
    await visit(hers, "/settings/admins");
    await expect(hers.getByText("Only admins can open this page.")).toBeVisible();
    await visit(hers, "/settings/limits");
    await expect(hers.getByText("Only admins can change this.")).toBeVisible();
    await expect(hers.getByLabel("Maximum upload size")).toBeDisabled();
    await expect(hers.getByRole("button", { name: "Save" })).toBeHidden();
  });

  await nightlyStep("other pages hide or disable controls that need an admin", async () => {
    await expectLooksRight(hers, "A read-only page");
    await visit(hers, "/settings/deliveries");
    await expect(hers.getByRole("switch", { name: "Hold all deliveries" })).toBeEnabled();
    await expect(hers.getByRole("switch", { name: "Use proxies from the environment" })).toBeDisabled();
    await visit(hers, "/projects/new");
    await expect(hers.getByText("Only admins can open this page.")).toBeVisible();
    await expect(hers.getByRole("button", { name: "New project" })).toBeHidden();
    await visit(hers, `/projects/${project.id}`);
    await expect(hers.getByText(project.api_key)).toBeVisible();
    await expect(hers.getByRole("button", { name: "Reveal" })).toBeHidden();
    await expect(hers.getByRole("link", { name: "Check", exact: true })).toBeVisible();
    await expect(hers.getByRole("link", { name: "Site links" })).toBeHidden();
    await hers.keyboard.press("Control+k");
    await expect(hers.getByRole("option", { name: "Hold deliveries" })).toBeVisible();
    await hers.keyboard.type("logs");
    await expect(hers.getByText("Nothing found.")).toBeVisible();
    await hers.keyboard.press("Escape");
  });

  await test.step("her page follows a change of her role", async () => {
    await visit(hers, "/settings/deliveries");
    await page.getByLabel("Role: Anna Berg").selectOption("Viewer");
    await expect(page.getByLabel("Role: Anna Berg")).toBeEnabled();
    const hold = hers.getByRole("switch", { name: "Hold all deliveries" });
    await hold.click();
    await expect(hold).toBeDisabled();
    await expect(hers.getByText("Only operators and admins can change this.")).toBeVisible();
    await hers.keyboard.press("?");
    const shortcuts = hers.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts).toContainText("Next row");
    await expect(shortcuts).not.toContainText("resend");
    await hers.keyboard.press("Escape");
  });

  await nightlyStep("no page requests data that a viewer may not read", async () => {
    const article = await openSession(appliance.url, project, { material_id: "ferry", callback_url: CLOSED });
    const { version_id } = await save(article, "The ferry left.", null);
    const forbidden: string[] = [];
    hers.on("response", (response) => response.status() === 403 && forbidden.push(response.url()));
    const tabs = ["keys", "hosts", "integrate", "fonts", "snippets", "settings", "signatures"];
    for (const path of [
      "/",
      "/projects",
      ...tabs.map((tab) => `/projects/${project.id}/${tab}`),
      `/sessions/${article.session_id}?part=facts`,
      `/sessions/${article.session_id}/versions/${version_id}`,
      "/sites",
      "/sites/1",
      "/deliveries",
      "/requests",
      ...OPERATOR_SETTINGS.map((name) => `/settings/${name.split(" ")[0]?.toLowerCase()}`),
    ]) {
      await visit(hers, path);
      await expect(hers.getByRole("heading").first()).toBeVisible();
      await expect(hers.locator(".skeleton-rows")).toHaveCount(0);
    }
    await visit(hers, "/deliveries");
    await row(hers, "ferry").click();
    await expect(hers.getByRole("tab", { name: "Summary" })).toBeVisible();
    await expect(hers.getByRole("button", { name: /^(Resend|Send now|Cancel)/ })).toHaveCount(0);
    expect(forbidden).toEqual([]);
  });

  await nightlyStep("the list of logins names her", async () => {
    await visit(page, "/settings/access");
    const logins = page.getByRole("region", { name: "Logins" }).getByRole("listitem");
    await expect(logins.filter({ hasText: "Anna Berg" })).toBeVisible();
    await visit(page, "/settings/admins");
  });

  await test.step("the owner removes her account, and her page shows the login immediately", async () => {
    await page.getByRole("button", { name: "Actions: Anna Berg" }).click();
    await page.getByRole("menuitem", { name: "Remove account…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove account" }).click();
    // Her page sends no request for this.
    await expect(loginTitle(hers)).toBeVisible();
    await expect(page.getByText("No accounts yet.")).toBeVisible();
  });

  const other = await appliance.createProject({ name: "The Other Test" });
  const open = (material_id: string, of = project) =>
    openSession(appliance.url, of, { material_id, callback_url: receiver.callbackUrl });
  await save(await open("foreign", other), "Not for you.", null);
  await save(await open("tram"), "The first tram crossed.", null);
  await receiver.received(2);
  await visit(page, `/projects/${project.id}/links`);

  const link = await test.step("the owner creates a site link and sees it once", async () => {
    await page.getByLabel("Recipient").fill("Agency North");
    await page.getByLabel("Expires after (days)").fill("7");
    await page.getByRole("button", { name: "Create link" }).click();
    const text = await page.getByRole("status").locator("code").innerText();
    await expectLooksRight(page, "Site links");
    await expect(page.getByRole("listitem").filter({ hasText: "Agency North" })).toContainText("not used yet");
    return text;
  });

  const theirs = await elsewhere(page);
  const forbidden: string[] = [];
  theirs.on("response", (response) => response.status() === 403 && forbidden.push(response.url()));
  const places = rail(theirs).getByRole("link");
  await test.step("the link opens its project's deliveries without a login", async () => {
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
    expect(theirs.url()).not.toContain("link");
    await expect(places).toHaveText(["Deliveries", "Requests", "Check receiver"]);
    await expect(theirs.getByText("Link works until")).toBeVisible();
    await expect(row(theirs, "tram")).toBeVisible();
    await expect(row(theirs, "foreign")).toHaveCount(0);
    await nightlyLook(theirs, "Deliveries of a site link");
    await save(await open("foreign", other), "Still not for you.", 1);
    await save(await open("bridge"), "The bridge opened.", null);
    await expect(row(theirs, "bridge")).toBeVisible();
    await expect(row(theirs, "foreign")).toHaveCount(0);
    await row(theirs, "tram").click();
    const pane = theirs.getByRole("region", { name: "Delivery" });
    await expect(pane.getByRole("heading", { level: 2 })).toBeVisible();
    await expect(pane.getByRole("button", { name: "Resend" })).toBeHidden();
    await expect(pane.getByRole("link", { name: project.name })).toBeHidden();
  });

  await test.step("it opens the project's requests and the receiver check", async () => {
    await places.filter({ hasText: "Requests" }).click();
    await expect(row(theirs, "tram").first()).toBeVisible();
    await expect(row(theirs, "foreign")).toHaveCount(0);
    await nightlyLook(theirs, "Requests of a site link");
    await places.filter({ hasText: "Check receiver" }).click();
    await theirs.getByLabel("Callback URL").fill(receiver.callbackUrl);
    await theirs.getByRole("button", { name: "Check receiver" }).click();
    await expect(theirs.locator(".check-step").first()).toBeVisible();
    await nightlyLook(theirs, "The check of a site link");
    expect(forbidden).toEqual([]);
  });

  await test.step("it opens nothing else", async () => {
    await theirs.goto(`${appliance.consoleUrl}/settings/network`);
    await expect(theirs.getByText(`the receiver check of ${project.name} only`)).toBeVisible();
  });

  await test.step("in an admin's browser, it asks before it replaces the login", async () => {
    const tab = await page.context().newPage();
    await tab.goto(link);
    await expect(tab.getByText("This browser is logged in as the owner.")).toBeVisible();
    await nightlyLook(tab, "A site link in another login");
    await tab.getByRole("link", { name: "Back to the console" }).click();
    await expect(rail(tab).getByRole("link", { name: "Settings" })).toBeVisible();
    await tab.close();
  });

  await test.step("removing it logs out browsers that have it open", async () => {
    await page.getByRole("button", { name: "Remove link… Agency North" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove link" }).click();
    await expect(theirs.getByText("You are logged out.")).toBeVisible();
    await nightlyLook(theirs, "An ended site link");
    await theirs.goto(link);
    await expect(theirs.getByRole("alert")).toBeVisible();
  });
  await appliance.close();
});
