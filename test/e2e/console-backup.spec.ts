import { logIn, visit } from "./console-page.ts";
import { expect, processTest, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

const PASSPHRASE = "seven tall pines";

processTest("downloads a backup and restores it with all deliveries on hold", async ({ page, appliance }, info) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Backups" }).click();
  const backup = page.getByRole("region", { name: "Download a backup" });
  await backup.getByLabel("Passphrase (optional)").fill(PASSPHRASE);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    backup.getByRole("button", { name: "Download backup" }).click(),
  ]);
  const file = info.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  await expect(backup.getByRole("status")).toContainText("is being downloaded");
  await appliance.createProject({ name: "Made afterwards" });

  const restore = page.getByRole("region", { name: "Restore" });
  await restore.locator("input[type=file]").setInputFiles(file);
  await restore.getByLabel("Passphrase", { exact: true }).fill("another passphrase");
  await restore.getByRole("button", { name: "Restore…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Replace all data" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The passphrase is not the one");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await restore.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await restore.getByRole("button", { name: "Restore…" }).click();
  await dialog.getByRole("button", { name: "Replace all data" }).click();
  await expect(restore.getByRole("status")).toContainText("is restored", { timeout: 30_000 });
  await expect(restore.getByRole("status")).toContainText("before-restore-");
  await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
  await page.getByRole("link", { name: "Projects" }).click();
  await expect(page.getByText("Sandbox").first()).toBeVisible();
  await expect(page.getByText("Made afterwards")).toHaveCount(0);
});

test("backs up into the folder, lists, verifies and deletes the backup, and keeps a schedule", async ({
  page,
  appliance,
}) => {
  await logIn(page, appliance, "/settings/backups");
  await expect(page.getByText("Last backup: never")).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  const list = page.getByRole("region", { name: "Backups" });
  await expect(list.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByText("Last backup: just now")).toBeVisible();

  const actions = list.getByRole("button", { name: /^Actions/ });
  await actions.click();
  await page.getByRole("menuitem", { name: "Verify" }).click();
  await expect(list.getByText("Verified", { exact: true })).toBeVisible();
  await actions.click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^galley-.*\.zip$/);

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

  await actions.click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete backup" }).click();
  await expect(list.getByText("No backups yet.")).toBeVisible();
});

processTest("restores a listed backup in place", async ({ page, appliance }) => {
  await logIn(page, appliance, "/settings/backups");
  await page.getByRole("button", { name: "Back up now" }).click();
  const list = page.getByRole("region", { name: "Backups" });
  await expect(list.getByText("Verified", { exact: true })).toBeVisible();
  await appliance.createProject({ name: "Made afterwards" });
  await list.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Restore…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace all data" }).click();
  await expect(page.getByText(/The backup of .* is restored/)).toBeVisible({ timeout: 30_000 });
  // What is kept of backups lies beside the data: the one that was restored is listed still.
  await expect(list.getByText("Verified", { exact: true })).toBeVisible();
  await visit(page, "/projects");
  await expect(page.getByText("Sandbox").first()).toBeVisible();
  await expect(page.getByText("Made afterwards")).toHaveCount(0);
});
