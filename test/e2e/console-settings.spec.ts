import fs from "node:fs";
import { freePort } from "../support/listening.ts";
import { startMailServer } from "../support/mail-server.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { downloadedBy, enter, expect, nightlyStep, processTest, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

test("saves settings, sends mail and searches logs", async ({ page, appliance, project, openArticle, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  const saveButton = page.getByRole("button", { name: "Save", exact: true });

  await test.step("asks before leaving by link, by Back and by closing the tab; Discard drops the changes", async () => {
    await page.getByRole("link", { name: "Retention" }).click();
    const days = page.getByLabel("Keep delivery attempts");
    await days.fill("90");
    const here = page.url();
    await page.getByRole("link", { name: "Limits" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(here);
    await page.keyboard.press("Escape");
    await expect(days).toHaveValue("90");
    const opening = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await opening;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(days).toHaveValue("30");
    await days.fill("0");
    await saveButton.click();
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    expect(await appliance.console("GET", "/settings")).toMatchObject({ settings: { log_days: 30 } });
    await page.getByRole("link", { name: "Limits" }).click();
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
  });

  await test.step("saves a changed setting", async () => {
    await page.getByLabel("Editor links expire after").fill("48");
    await page.getByLabel("Maximum upload size").fill("256");
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await saveButton.click();
    await expect(page.getByText("Saved.")).toBeVisible();
    expect(await appliance.console("GET", "/settings")).toMatchObject({
      settings: { token_hours: 48, media_limit_bytes: 256 * 2 ** 20 },
    });
  });

  await test.step("a field names the flag that sets it and shows the error of an invalid value", async () => {
    await page.getByRole("link", { name: "Network" }).click();
    await expect(page.getByText("Set by --port")).toBeVisible();
    await expect(page.getByLabel("Port", { exact: true })).toBeDisabled();
    await page.getByLabel("Public URL").fill("galley.example.org");
    await saveButton.click();
    await expect(page.getByText("takes an http(s) URL")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  await test.step("links to the licences of its dependencies, readable without a login", async () => {
    await page.getByRole("link", { name: "About" }).click();
    await expect(page.getByText(appliance.dataDir)).toBeVisible();
    await expect(page.getByText("MIT, Third-party licences")).toBeVisible();
    const address = await page.getByRole("link", { name: "Third-party licences" }).getAttribute("href");
    const response = await fetch(new URL(address ?? "", appliance.consoleUrl));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const text = await response.text();
    for (const name of ["express", "@mantine/core", "@tiptap/core", "better-sqlite3", "swagger-ui-dist"])
      expect(text).toContain(`\n${name} `);
  });

  await visit(page, "/settings/deliveries");
  await nightlyStep("the switch for proxies from the environment is off by default and saved", async () => {
    const proxies = page.getByRole("switch", { name: "Use proxies from the environment" });
    await expect(proxies).not.toBeChecked();
    await proxies.click();
    await expect(proxies).toBeChecked();
    expect(await appliance.console("GET", "/settings")).toMatchObject({ settings: { proxy_from_environment: true } });
    await proxies.click();
  });

  await test.step("other screens show that deliveries are on hold, and Release sends them", async () => {
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

  await nightlyStep("on a phone, shows the list of settings first and links back to it", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, "/settings");
    await expect(page.getByRole("link", { name: "Backups" })).toBeVisible();
    await expect(page.getByLabel("Public URL")).toBeHidden();
    await page.getByRole("link", { name: "Network" }).click();
    await expect(page.getByLabel("Public URL")).toBeVisible();
    await expect(page.getByRole("link", { name: "Backups" })).toBeHidden();
    await page.getByRole("link", { name: "All settings" }).click();
    await expect(page.getByRole("link", { name: "Backups" })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const server = await startMailServer({ login: { user: "galley", password: "p4ss-of-the-mail" } });
  await visit(page, "/settings/notifications");

  await test.step("a test mail shows the mail server's reason for a failure", async () => {
    const mail = page.getByRole("region", { name: "E-mail" });
    await mail.getByLabel("Mail server").fill("127.0.0.1");
    await mail.getByLabel("Security").selectOption("None");
    await mail.getByLabel("Port").fill(String(server.port));
    await mail.getByLabel("User").fill("galley");
    await mail.getByLabel("Password").fill("wrong");
    await mail.getByLabel("From").fill("galley@example.org");
    const to = mail.getByLabel("To", { exact: true });
    const saveMail = () => mail.getByRole("button", { name: "Save", exact: true }).click();
    await saveMail();
    await expect(to).toHaveJSProperty("validationMessage", "Enter a value.");
    await to.fill("ida@example.org\njan@@example.org");
    await saveMail();
    await expect(mail.getByText('"jan@@example.org": This is not an e-mail address')).toBeVisible();
    await to.fill("ida@example.org");
    // The switch appears after the first save.
    await expect(page.getByRole("switch", { name: /^Send/ })).toHaveCount(0);
    await saveMail();
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
    server.close();
  });

  await test.step("quiet hours are saved", async () => {
    const quiet = page.getByRole("region", { name: "Quiet hours" });
    await quiet.getByRole("switch", { name: "Use quiet hours" }).click();
    await quiet.getByLabel("Start", { exact: true }).fill("23:00");
    await quiet.getByRole("button", { name: "Save" }).click();
    await expect(quiet.getByText("Saved.")).toBeVisible();
    await expect(quiet.getByLabel("End", { exact: true })).toHaveValue("07:00");
  });

  await test.step("a host name of the console is added, an invalid one rejected", async () => {
    await visit(page, "/settings/access");
    const names = page.getByRole("combobox", { name: "Host names" });
    await enter(names, "console.example.org");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await enter(names, "*.example.org");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("A console name is a host");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("alert")).toBeHidden();
  });

  await test.step("the log is searched; the support bundle lists its content before it is saved", async () => {
    await visit(page, "/settings/logs");
    const log = page.getByRole("list", { name: "Log" });
    await expect(log).toContainText("listens at http://127.0.0.1");
    await page.getByLabel("Search the log").fill("nothing like this");
    await expect(page.getByText("No entries.")).toBeVisible();
    await page.getByLabel("Search the log").fill("LISTENS");
    await expect(log.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Level" }).selectOption("Errors");
    await expect(page.getByText("No entries.")).toBeVisible();
    const bundle = page.getByRole("region", { name: "Support bundle" });
    await expect(bundle).toContainText("database.json");
    await expect(bundle).toContainText("no articles, pictures, fonts");
    const download = await downloadedBy(bundle.getByRole("button", { name: "Download support bundle" }));
    expect(download.suggestedFilename()).toMatch(/^galley-support-.*\.zip$/);
    await expect(bundle.getByText("Downloading")).toBeVisible();
  });

  await test.step("the audit log is filtered and exported", async () => {
    await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
    for (let hours = 1; hours <= 60; hours++) await appliance.console("PATCH", "/settings", { token_hours: hours });
    await appliance.console("PATCH", "/settings", { media_limit_bytes: 300 * 2 ** 20 });
    await visit(page, "/settings/audit");
    const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
    await expect(entries).toHaveCount(50);
    await expect(entries.first()).toContainText("Settings changedmaximum upload size, MB: 300");
    await page.getByRole("button", { name: "Show older" }).click();
    await expect(entries.filter({ hasText: "Secret revealed" })).toBeVisible();

    await page.getByRole("combobox", { name: "Action" }).selectOption("Secret revealed");
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(`Secret revealed${project.name}Owner127.0.0.1`);
    await entries.click();
    await expect(entries.locator("code")).toContainText(project.id);
    await nightlyLook(page, "The audit log, filtered");
    await page.getByRole("combobox", { name: "Project" }).selectOption(project.name);
    await page.getByRole("combobox", { name: "Person" }).selectOption("Owner");
    await expect(page).toHaveURL(/audit\?person=owner&action=secret\+revealed&project=/);
    await expect(entries).toHaveCount(1);
    const download = await downloadedBy(page.getByRole("link", { name: "Export CSV" }));
    const file = await download.path();
    expect(fs.readFileSync(file, "utf8").split("\r\n")).toEqual([
      "\ufefftime,person_id,person,action,subject,subject_name,project_id,address,detail",
      expect.stringContaining(`,owner,,secret revealed,${project.id},${project.name},${project.id},127.0.0.1,{}`),
      "",
    ]);

    await page.getByRole("searchbox", { name: "Search the audit log" }).fill("no such word");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await nightlyLook(page, "The audit log, empty");
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(entries.first()).toContainText("Audit log exported");
    await nightlyLook(page, "The audit log");
  });

  await nightlyStep("an error is shown, and Try again reloads the log", async () => {
    await page.route("**/api/audit?*", (route) =>
      route.fulfill({ status: 503, json: { detail: "The disk is full." } }),
    );
    await visit(page, "/settings/audit?action=restarted");
    await expect(page.getByRole("alert")).toContainText("The disk is full.");
    await page.unroute("**/api/audit?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  });
});

processTest("applies network settings by a restart @nightly", async ({ page, appliance }) => {
  const silent = `127.0.0.1:${await freePort()}`;
  await logIn(page, appliance, "/settings/network");
  await page.getByLabel("Public URL").fill(`http://${silent}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Until the restart: none")).toBeVisible();
  await page.getByRole("button", { name: "Restart now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart now" }).click();
  await expect(page.getByText("Galley is back.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("The network settings changed.")).toBeHidden();
  await expect(page.getByText("Not reachable")).toBeVisible();
  await expect(page.getByText(`No program listens on ${silent}.`)).toBeVisible();
});
