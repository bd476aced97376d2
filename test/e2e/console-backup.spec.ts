import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

const PASSPHRASE = "seven tall pines";

test("a backup is downloaded, and restored with everything held", async ({ page, appliance }, info) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings" }).click();
  const backup = page.getByRole("region", { name: "Backup" });
  await backup.getByLabel("Passphrase for the secrets").fill(PASSPHRASE);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    backup.getByRole("button", { name: "Make a backup" }).click(),
  ]);
  const file = info.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  await expect(backup.getByRole("status")).toContainText("is among your downloads");
  await appliance.createProject({ name: "Made afterwards" });

  const restore = page.getByRole("region", { name: "Restore" });
  await restore.locator("input[type=file]").setInputFiles(file);
  await restore.getByLabel("Its passphrase").fill("another passphrase");
  await restore.getByRole("button", { name: "Restore…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Replace everything" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The passphrase is not the one");
  await dialog.getByRole("button", { name: "Leave it as it is" }).click();

  await restore.getByLabel("Its passphrase").fill(PASSPHRASE);
  await restore.getByRole("button", { name: "Restore…" }).click();
  await dialog.getByRole("button", { name: "Replace everything" }).click();
  await expect(restore.getByRole("status")).toContainText("is in place", { timeout: 30_000 });
  await expect(restore.getByRole("status")).toContainText("before-restore-");
  await expect(page.getByText("Deliveries are held: articles are saved here")).toBeVisible();
  await page.getByRole("link", { name: "Projects" }).click();
  await expect(page.getByText("Sandbox").first()).toBeVisible();
  await expect(page.getByText("Made afterwards")).toHaveCount(0);
});
