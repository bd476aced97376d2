import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { temporaryFolder } from "../support/appliance.ts";
import { addFont } from "../support/fonts.ts";
import { otf, ttf, woff2 } from "../support/sample-fonts.ts";
import { expectNoFaults } from "./axe.ts";
import { logIn, save, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

/** Drops files on the drop zone as a person does. */
async function dropFonts(page: Page, files: { name: string; bytes: Buffer }[]) {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }));
  await page.locator(".font-drop").evaluate((target, dropped) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of dropped)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    for (const type of ["dragover", "drop"])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, given);
}

test("uploads, corrects, compares, publishes and restores fonts", async ({
  page,
  appliance,
  project,
  receiver,
  openArticle,
}) => {
  await save(await openArticle("front-page"), "Text.", null);
  await receiver.received(1);
  await logIn(page, appliance, `/projects/${project.id}`);
  await page.getByRole("link", { name: "Fonts", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No fonts yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish…" })).toBeDisabled();

  await test.step("one comes by drop, one by button, and a page that is no font is refused with a sentence", async () => {
    await dropFonts(page, [
      { name: "press.ttf", bytes: ttf({ family: "Press" }) },
      { name: "page.woff2", bytes: Buffer.from("<!doctype html><title>404</title>") },
    ]);
    await expect(page.getByRole("alert")).toContainText("The file is a web page or XML, not a font");
    await page.getByRole("button", { name: "Dismiss page.woff2" }).click();
    const file = path.join(temporaryFolder(), "press-bold.otf");
    fs.writeFileSync(file, otf({ family: "Press", weight: 700 }));
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose fonts…" }).click();
    await (await chooser).setFiles(file);
    const family = page.getByRole("region", { name: "Press" });
    await expect(family.getByText("Regular 400")).toBeVisible();
    await expect(family.getByText("Bold 700")).toBeVisible();
    // The browser itself has taken both: as they came, and as the woff2 that was made.
    await expect(family.locator('.font-specimen[data-loaded="true"]')).toHaveCount(2);
  });

  await test.step("Publish says what will be sent to whom, and the delivery is told as it happens", async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("4 added");
    await expect(dialog.getByRole("region", { name: "Recipients" })).toContainText(receiver.callbackUrl);
    await expect(dialog.getByRole("region", { name: "Recipients" })).toContainText("front-page");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(dialog).toBeHidden();
    const { body } = await receiver.received(2);
    expect(body.event).toBe("site_fonts_updated");
    await expect(page.getByRole("region", { name: "Deliveries" })).toContainText("Delivered");
    await expect(page.getByRole("region", { name: "Snapshots" })).toContainText("1 delivered");
  });

  await test.step("a correction is a change that can be compared and published", async () => {
    await page.getByRole("button", { name: "Edit… press-bold.otf" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Weight").fill("bold");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Input should be a weight from 1 to 1000");
    await dialog.getByLabel("Weight").fill("800");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: "Press" })).toContainText("edited; the file says Press Bold 700");
    await expect(page.getByText("Later changes are not published.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Compare" })).toContainText("2 changed, 2 unchanged");
    await page.getByRole("button", { name: "Publish…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await receiver.received(3);
  });

  await test.step("an earlier snapshot is published again", async () => {
    const snapshots = page.getByRole("region", { name: "Snapshots" }).locator(".font-snapshot");
    await expect(snapshots).toHaveCount(2);
    await snapshots.nth(1).getByRole("button", { name: "Publish again…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("2 changed");
    await dialog.getByRole("button", { name: "Publish again" }).click();
    const { body } = await receiver.received(4);
    expect(JSON.stringify(body.fonts)).toContain('"weight":700');
  });

  await test.step("a font is removed after one question", async () => {
    await page.getByRole("button", { name: "Remove… press-bold.otf" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove font" }).click();
    await expect(page.getByRole("region", { name: "Press" }).getByText("Bold 700")).toBeHidden();
  });
});

test("goes on uploading fonts behind another page, which names a rejected one", async ({
  page,
  appliance,
  project,
}) => {
  const released = Promise.withResolvers<void>();
  await page.route("**/api/projects/*/fonts?name=*", async (route) => {
    await released.promise;
    await route.continue();
  });
  const asksBeforeReload = () =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await logIn(page, appliance, `/projects/${project.id}/fonts`);
  await dropFonts(page, [
    { name: "press.ttf", bytes: ttf({ family: "Press" }) },
    { name: "page.woff2", bytes: Buffer.from("<!doctype html><title>404</title>") },
    { name: "press-bold.otf", bytes: otf({ family: "Press", weight: 700 }) },
  ]);
  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByText("Uploading 3 fonts.")).toBeVisible();
  expect(await asksBeforeReload()).toBe(true);
  released.resolve();
  await expect(page.getByText("Not uploaded: page.woff2.", { exact: true })).toBeVisible();
  expect(await asksBeforeReload()).toBe(false);
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Show fonts" }).click();
  await expect(page.getByRole("alert")).toContainText("The file is a web page or XML, not a font");
  await expect(page.getByText("Not uploaded: page.woff2.", { exact: true })).toBeHidden();
  const family = page.getByRole("region", { name: "Press" });
  await expect(family.getByText("Regular 400")).toBeVisible();
  await expect(family.getByText("Bold 700")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss page.woff2" }).click();
});

test("the font pages are accessible and fit the window", async ({
  page,
  appliance,
  project,
  receiver,
  openArticle,
}) => {
  test.slow();
  await openArticle("front-page");
  await addFont(appliance, project.id, "press.ttf", ttf({ family: "Press", fsType: 2 }));
  await appliance.console("POST", `/projects/${project.id}/fonts/publish`);
  await receiver.received(1);
  const long = "A family with a very long name indeed, as foundries like it ".repeat(2);
  await addFont(appliance, project.id, "long.woff2", await woff2(ttf({ family: long, weight: 250 })));
  await logIn(page, appliance, `/projects/${project.id}/fonts`);
  await expect(page.getByRole("region", { name: "Deliveries" })).toContainText("Delivered");
  await dropFonts(page, [{ name: "no.ttf", bytes: Buffer.from("no font") }]);
  await expect(page.getByRole("alert")).toBeVisible();
  await expectLooksRight(page, "fonts");
  await page.getByRole("button", { name: "Publish…" }).click();
  await expect(page.getByRole("dialog")).toContainText(receiver.callbackUrl);
  await expectLooksRight(page, "publish");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit… press.ttf" }).click();
  await expect(page.getByRole("dialog")).toContainText("Unicode range");
  await expectLooksRight(page, "correct");
});

test("names the gaps of a family, and shows the admin's specimen in every font", async ({
  page,
  appliance,
  project,
}) => {
  await addFont(appliance, project.id, "narrow-bold.ttf", ttf({ family: "Narrow", weight: 700 }));
  await logIn(page, appliance, `/projects/${project.id}/fonts`);
  const gaps = page.getByRole("list", { name: "Missing in Narrow" });
  await expect(gaps).toContainText("No Regular: plain text would be set in Bold.");
  await expect(page.locator(".font-specimen")).toHaveText("Narrow: Hamburgefonstiv 0123456789");
  await page.getByLabel("Sample text").fill("The quay at dawn");
  await expect(page.locator(".font-specimen")).toHaveText("The quay at dawn");
  await page.reload();
  await expect(page.locator(".font-specimen")).toHaveText("The quay at dawn");
});

test("keeps the publish buttons visible with many fonts", async ({ page, appliance, project }) => {
  for (let number = 0; number < 12; number++)
    await addFont(appliance, project.id, `f${number}.ttf`, ttf({ family: `Family ${number}` }));
  await logIn(page, appliance);
  for (const height of [800, 500]) {
    await page.setViewportSize({ width: 1280, height });
    await visit(page, `/projects/${project.id}/fonts`);
    await page.getByRole("region", { name: "Family 11" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Publish…" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByRole("dialog").getByRole("region", { name: "Changes" })).toContainText("24 added");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true })).toBeInViewport({
      ratio: 1,
    });
    await page.keyboard.press("Escape");
  }
});
