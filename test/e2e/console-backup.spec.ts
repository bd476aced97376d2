import type { BackupsView } from "../../server/contracts/backups-api.ts";
import { logIn, visit } from "./console-page.ts";
import { downloadedBy, expect, nightlyStep, processTest as test } from "./fixtures.ts";

const PASSPHRASE = "seven tall pines";

test("backs up, verifies, schedules, downloads and restores", async ({ page, appliance }, info) => {
  test.slow();
  await logIn(page, appliance, "/settings/backups");
  const list = page.getByRole("region", { name: "Backups" });
  const actions = list.getByRole("button", { name: /^Actions/ });
  const dialog = page.getByRole("dialog");
  const expectRestored = async () => {
    await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
    await visit(page, "/projects");
    await expect(page.getByText("Sandbox").first()).toBeVisible();
    await expect(page.getByText("Made afterwards")).toHaveCount(0);
    await visit(page, "/settings/backups");
  };

  await test.step("a manual backup is verified and can be downloaded", async () => {
    await expect(page.getByText("Last backup: never")).toBeVisible();
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(list.getByText(/^Verified /)).toBeVisible();
    await expect(page.getByText("Last backup: just now")).toBeVisible();
    await actions.click();
    const verifying = page.waitForResponse(/\/verify/);
    await page.getByRole("menuitem", { name: "Verify" }).click();
    await verifying;
    // A restore is rejected during a verification.
    await expect.poll(async () => (await appliance.console<BackupsView>("GET", "/backups")).busy).toBeNull();
    await expect(list.getByText(/^Verified /)).toBeVisible();
    await actions.click();
    const download = await downloadedBy(page.getByRole("menuitem", { name: "Download" }));
    expect(download.suggestedFilename()).toMatch(/^galley-.*\.zip$/);
  });

  await test.step("a listed backup is restored and stays listed", async () => {
    await appliance.createProject({ name: "Made afterwards" });
    await actions.click();
    await page.getByRole("menuitem", { name: "Restore…" }).click();
    await dialog.getByRole("button", { name: "Replace all data" }).click();
    await expect(page.getByText(/The backup of .* is restored/)).toBeVisible({ timeout: 30_000 });
    await expect(list.getByText(/^Verified /)).toBeVisible();
    await expectRestored();
  });

  await test.step("a schedule is saved; an invalid folder is rejected", async () => {
    const plan = page.getByRole("region", { name: "Schedule" });
    await plan.getByLabel("Back up").selectOption("Every day");
    await plan.getByLabel("Folder").fill("/no/such/folder");
    await plan.getByRole("button", { name: "Save" }).click();
    await expect(plan.getByText("There is no folder /no/such/folder")).toBeVisible();
    await plan.getByLabel("Folder").fill("");
    await plan.getByRole("switch", { name: "Include secrets" }).click();
    await plan.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
    await plan.getByRole("button", { name: "Save" }).click();
    await expect(plan.getByText("Saved.")).toBeVisible();
    await expect(page.getByText(/next /)).toBeVisible();
    await expect(plan.getByText("Set.")).toBeVisible();
  });

  await test.step("a backup is deleted after confirmation", async () => {
    await actions.first().click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await dialog.getByRole("button", { name: "Delete backup" }).click();
    await expect(list.getByText("No backups yet.")).toBeVisible();
  });

  await nightlyStep("a downloaded backup is restored only with its passphrase", async () => {
    const backup = page.getByRole("region", { name: "Download a backup" });
    await backup.getByLabel("Passphrase (optional)").fill(PASSPHRASE);
    const download = await downloadedBy(backup.getByRole("button", { name: "Download backup" }));
    const file = info.outputPath(download.suggestedFilename());
    await download.saveAs(file);
    await expect(backup.getByRole("status")).toContainText("Downloading");
    await appliance.createProject({ name: "Made afterwards" });

    const restore = page.getByRole("region", { name: "Restore" });
    await restore.locator("input[type=file]").setInputFiles(file);
    await restore.getByLabel("Passphrase", { exact: true }).fill("another passphrase");
    await restore.getByRole("button", { name: "Restore…" }).click();
    await dialog.getByRole("button", { name: "Replace all data" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Wrong passphrase");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await restore.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
    await restore.getByRole("button", { name: "Restore…" }).click();
    await dialog.getByRole("button", { name: "Replace all data" }).click();
    await expect(restore.getByRole("status")).toContainText("is restored", { timeout: 30_000 });
    await expect(restore.getByRole("status")).toContainText("before-restore-");
    await expectRestored();
  });
});
