import { expectNoFaults } from "./axe.ts";
import { logIn, row } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("asks before leaving a changed form by link, by Back and by closing the tab", async ({ page, appliance }) => {
  await appliance.console("POST", "/projects", { name: "The Evening Post", environment: "dev", allowed_hosts: [] });
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Projects" }).click();
  await row(page, "The Evening Post").click();
  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  const name = page.getByLabel("Site name", { exact: true });
  await name.fill("The Morning Post");

  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await expect(dialog).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue("The Morning Post");

  const here = page.url();
  await page.goBack();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(here);
  await page.keyboard.press("Escape");
  await expect(name).toHaveValue("The Morning Post");

  let asked = "";
  page.once("dialog", (question) => {
    asked = question.type();
    void question.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe("beforeunload");

  await page.goBack();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(here.replace(/\/settings$/, ""));
  await expect(row(page, "The Evening Post")).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue("The Evening Post");
});
