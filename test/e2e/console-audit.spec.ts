import fs from "node:fs";
import { logIn, visit } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

test("an admin filters the audit log and exports the result", async ({ page, appliance, project }) => {
  await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
  for (let hours = 1; hours <= 60; hours++) await appliance.console("PATCH", "/settings", { token_hours: hours });
  await logIn(page, appliance, "/settings/audit");
  const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
  await expect(entries).toHaveCount(50);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(entries.filter({ hasText: "Secret revealed" })).toBeVisible();

  await page.getByRole("combobox", { name: "Action" }).selectOption("Secret revealed");
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(`Secret revealed${project.name}Owner127.0.0.1`);
  await entries.click();
  await expect(entries.locator("code")).toContainText(project.id);
  await expectLooksRight(page, "The audit log, filtered");
  await page.getByRole("combobox", { name: "Project" }).selectOption(project.name);
  await page.getByRole("combobox", { name: "Person" }).selectOption("Owner");
  await expect(page).toHaveURL(/audit\?person=owner&action=secret\+revealed&project=/);
  await expect(entries).toHaveCount(1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await (await downloading).path();
  expect(fs.readFileSync(file, "utf8").split("\r\n")).toEqual([
    "\ufefftime,person_id,person,action,subject,subject_name,project_id,address,detail",
    expect.stringContaining(`,owner,,secret revealed,${project.id},${project.name},${project.id},127.0.0.1,{}`),
    "",
  ]);

  await page.getByRole("searchbox", { name: "Search the audit log" }).fill("no such word");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await nightlyLook(page, "The audit log, empty");
  await page.getByRole("link", { name: "Show all entries" }).click();
  await expect(entries.first()).toContainText("Audit log exported");
  await nightlyLook(page, "The audit log");

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
