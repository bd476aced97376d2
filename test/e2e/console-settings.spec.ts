import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a changed setting is kept", async ({ page, appliance }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("An editor address works for").fill("48");
  await page.getByLabel("Largest upload").fill("256");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("An editor address works for")).toHaveValue("48");
  await expect(page.getByLabel("Largest upload")).toHaveValue("256");
  await expect(page.getByText(appliance.dataDir)).toBeVisible();
});

test("held deliveries are said on every screen and go out when released", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Hold all deliveries" }).click();
  await expect(page.getByText("Deliveries are held")).toBeVisible();

  await save(await openArticle("front-page"), "The first tram crossed.", null);
  await page.getByRole("link", { name: "Deliveries" }).click();
  await expect(row(page, "front-page")).toBeVisible();
  await expect(page.getByText("Deliveries are held")).toBeVisible();
  expect(receiver.callbacks).toHaveLength(0);

  await page.getByRole("button", { name: "Release deliveries" }).click();
  await expect(row(page, "front-page")).toContainText("Taken");
  await expect(page.getByText("Deliveries are held")).toBeHidden();
});
