import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/appliance.ts";
import { addFont } from "../support/fonts.ts";
import { otf, ttf } from "../support/sample-fonts.ts";
import { logIn, save } from "./console-page.ts";
import { type SomeFile, transferOf } from "./editor-files.ts";
import { expect, holdRequests, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

/** Drops files on the drop zone. */
async function dropFonts(page: Page, files: SomeFile[]) {
  const dataTransfer = await transferOf(page, files);
  for (const event of ["dragover", "drop"]) await page.locator(".font-drop").dispatchEvent(event, { dataTransfer });
}

test("uploads, corrects, publishes and restores fonts", async ({ page, appliance, project, receiver, openArticle }) => {
  test.slow();
  await save(await openArticle("front-page"), "Text.", null);
  await receiver.received(1);
  await logIn(page, appliance, `/projects/${project.id}`);
  await page.getByRole("link", { name: "Fonts", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No fonts yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish…" })).toBeDisabled();
  const family = page.getByRole("region", { name: "Press" });
  const dialog = page.getByRole("dialog");
  const snapshots = page.getByRole("region", { name: "Snapshots" }).locator("ul").first().getByRole("listitem");

  await test.step("uploads continue on other pages, which name a rejected file", async () => {
    const releaseUploads = await holdRequests(page, "**/api/projects/*/fonts?name=*");
    const asksBeforeReload = () =>
      page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await dropFonts(page, [
      { name: "press.ttf", type: "", bytes: ttf({ family: "Press" }) },
      { name: "page.woff2", type: "", bytes: Buffer.from("<!doctype html><title>404</title>") },
    ]);
    await page.getByRole("link", { name: "Sessions" }).click();
    await expect(page.getByText("Uploading 2 fonts.")).toBeVisible();
    expect(await asksBeforeReload()).toBe(true);
    releaseUploads();
    await expect(page.getByText("Not uploaded: page.woff2.", { exact: true })).toBeVisible();
    expect(await asksBeforeReload()).toBe(false);
    await page.getByRole("link", { name: "Show" }).click();
    await expect(page.getByRole("alert")).toContainText("The file is a web page or XML, not a font");
    await expect(page.getByText("Not uploaded: page.woff2.", { exact: true })).toBeHidden();
    await expectLooksRight(page, "fonts");
    await page.getByRole("button", { name: "Dismiss page.woff2" }).click();
  });

  await test.step("a font is uploaded by button, and the browser renders both", async () => {
    const file = path.join(temporaryFolder(), "press-bold.otf");
    fs.writeFileSync(file, otf({ family: "Press", weight: 700 }));
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose fonts…" }).click();
    await (await chooser).setFiles(file);
    await expect(family.getByText("Regular 400")).toBeVisible();
    await expect(family.getByText("Bold 700")).toBeVisible();
    // The browser loaded both: the uploaded file and Galley's woff2.
    await expect(family.locator('[data-loaded="true"]')).toHaveCount(2);
  });

  await test.step("Publish lists changes and recipients, and shows the delivery live", async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("4 added");
    await expect(dialog.getByRole("region", { name: "Recipients" })).toContainText(receiver.callbackUrl);
    await expect(dialog.getByRole("region", { name: "Recipients" })).toContainText("front-page");
    await expectLooksRight(page, "publish");
    await dialog.getByRole("button", { name: "Publish fonts" }).click();
    await expect(dialog).toBeHidden();
    const { body } = await receiver.received(2);
    expect(body.event).toBe("site_fonts_updated");
    await expect(page.getByRole("region", { name: "Deliveries" })).toContainText("Delivered");
    await expect(page.getByRole("region", { name: "Snapshots" })).toContainText("1 delivered");
  });

  await test.step("a correction can be compared and published", async () => {
    await page.getByRole("button", { name: "Edit… press-bold.otf" }).click();
    await nightlyLook(page, "correct");
    await dialog.getByLabel("Weight").fill("bold");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Input should be a weight from 1 to 1000")).toBeVisible();
    await dialog.getByLabel("Weight").fill("800");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(family).toContainText("edited; the file says Press Bold 700");
    await expect(page.getByText("Later changes are not published.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Compare" })).toContainText(/2 changed.*2 unchanged/);
    await page.getByRole("button", { name: "Publish…" }).click();
    await dialog.getByRole("button", { name: "Publish fonts" }).click();
    await receiver.received(3);
  });

  await test.step("an older snapshot is published again", async () => {
    await expect(snapshots).toHaveCount(2);
    await snapshots.nth(1).getByRole("button", { name: "Publish again…" }).click();
    await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("2 changed");
    await dialog.getByRole("button", { name: "Publish again" }).click();
    const { body } = await receiver.received(4);
    expect(JSON.stringify(body.fonts)).toContain('"weight":700');
  });

  await test.step("a font is removed after confirmation", async () => {
    await page.getByRole("button", { name: "Remove font… press.ttf" }).click();
    await dialog.getByRole("button", { name: "Remove font" }).click();
    await expect(family.getByText("Regular 400")).toBeHidden();
  });

  await test.step("missing styles of a family are named; the sample text can be changed", async () => {
    await expect(page.getByRole("list", { name: "Missing in Press" })).toContainText(
      "No Regular: plain text would be set",
    );
    await expect(page.locator("[data-loaded]")).toHaveText("Press: Hamburgefonstiv 0123456789");
    await page.getByLabel("Sample text").fill("The quay at dawn");
    await expect(page.locator("[data-loaded]")).toHaveText("The quay at dawn");
  });

  await nightlyStep("the publish buttons stay visible with many fonts and long names", async () => {
    const long = "A family with a very long name indeed, as foundries like it ".repeat(2);
    for (let number = 0; number < 12; number++)
      await addFont(appliance, project.id, `f${number}.ttf`, ttf({ family: `${number} ${long}`, fsType: 2 }));
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByRole("region", { name: "11 A family" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Publish…" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("added");
    await expect(dialog.getByRole("button", { name: "Publish fonts" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expectLooksRight(page, "many fonts");
  });
});
