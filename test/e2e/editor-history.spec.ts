import { saveVersion as storeVersion } from "../support/site.ts";
import { choosePictures, png } from "./editor-files.ts";
import { article, outline, p, saveVersion, stateOf, status, write } from "./editor-page.ts";
import { downloadedBy, expect, holdRequests, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test("compares, previews and restores versions and the site's copy", async ({ page, openArticle, edit, receiver }) => {
  const session = await openArticle("bridge");
  await storeVersion(session, "First");
  await storeVersion(session, "First and second", 1);
  await receiver.received(2);
  await edit();
  await write(page, " and unsaved");
  const history = page.getByRole("dialog", { name: "History" });
  const open = () => page.getByRole("button", { name: "History", exact: true }).click();

  await test.step("restores an old version, also when it is chosen while the list loads", async () => {
    const releaseList = await holdRequests(page, "**/versions");
    await open();
    await expect(history).toContainText("Older versions are kept for at least two weeks");
    await nightlyLook(page, "history");
    const download = await downloadedBy(history.getByRole("link", { name: "Download archive: Version 1" }));
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    await history.getByRole("button", { name: "Compare with Version 1" }).click();
    await expect(history.getByRole("region", { name: "1 of 1: Paragraph" }).locator("ins")).toHaveText(
      "and second and unsaved",
    );
    await expectLooksRight(page, "comparison");
    await history.getByRole("radiogroup").getByText("Preview", { exact: true }).click();
    await expect(history.frameLocator("iframe").getByText("First", { exact: true })).toBeVisible();
    await history.getByRole("button", { name: "Restore version 1" }).click();
    await history.getByRole("button", { name: "Restore and send" }).click();
    await expect(article(page)).toHaveText("First");
    releaseList();
    await expect(status(page)).toContainText("Version 3 delivered");
    expect(receiver.callbacks).toHaveLength(3);
    await expect(history).toHaveCount(0);
    await open();
    await history.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(article(page)).toHaveText("First and second and unsaved");
    await saveVersion(page, 4);
    await expect(article(page)).toHaveText("First and second and unsaved");
  });

  await test.step("the site's copy becomes unsaved changes", async () => {
    await storeVersion(await openArticle("copied"), "Written here");
    await edit("copied", { vms_json: stateOf(p("Written at the site")) });
    await expect(article(page)).toHaveText("Written here");
    await open();
    await history.getByRole("button", { name: "Preview of The site’s copy" }).click();
    await expect(history.frameLocator("iframe").getByText("Written at the site")).toBeVisible();
    await history.getByRole("radiogroup").getByText("Compare", { exact: true }).click();
    await expect(history.getByRole("region", { name: /^1 of/ })).toContainText("Written at the site");
    await history.getByRole("button", { name: "Use this copy" }).click();
    await expect(article(page)).toHaveText("Written at the site");
    await expect(status(page)).toContainText("Unsaved changes");
  });
});

test("compares pictures, and moves a moved block back @nightly", async ({ page, edit }) => {
  await edit();
  await write(page, "The harbour\nThe town\n");
  await choosePictures(page, [await png(page, "dusk.png", "red", 90)]);
  const picture = article(page).locator("figure img");
  await expect(picture).toHaveCount(1);
  await saveVersion(page, 1);
  await picture.click();
  await article(page).locator("figure").getByRole("button", { name: "Remove" }).click();
  await choosePictures(page, [await png(page, "dawn.png", "blue", 90)]);
  await expect(picture).toHaveAttribute("src", /dawn/);
  await article(page).getByText("The harbour").click();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: "Compare with Version 1" }).click();
  const images = history.getByRole("region", { name: /: Picture$/ }).getByRole("img");
  for (const [index, name] of [/dawn/, /dusk/].entries()) {
    await expect(images.nth(index)).toHaveAttribute("src", name);
    await expect(images.nth(index)).toHaveJSProperty("naturalWidth", 90);
  }
  const moved = history.locator("[data-change=moved]");
  await expect(moved).toContainText(
    /Moved: in yours it is (at the beginning|after “The town”), in Version 1 it is here\./,
  );
  await moved.getByRole("button", { name: "Move here" }).click();
  await expect(moved).toHaveCount(0);
  await page.keyboard.press("Escape");
  expect(await outline(page)).toEqual(["p: The harbour", "p: The town", "figure: ", "p: "]);
});

test("previews unsaved text in a sandbox, at three widths and in a tab", async ({ context, page, edit }) => {
  await edit();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview).toContainText("Nothing to preview yet.");
  await page.keyboard.press("Escape");

  await choosePictures(page, [await png(page, "dawn.png", "teal")]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await write(page, "Not saved yet.");
  await page.getByRole("button", { name: "Preview" }).click();
  const words = preview.frameLocator("iframe").getByText("Not saved yet.");
  await expect(words).toBeVisible();
  const frame = preview.frameLocator("iframe");
  await expect(frame.locator("img")).toHaveJSProperty("naturalWidth", 32);
  expect(await frame.locator("body").evaluate(() => self.origin)).toBe("null");
  const widthInside = () => frame.locator("html").evaluate((root) => root.clientWidth);
  for (const [name, width] of [
    ["Tablet", 768],
    ["Phone", 390],
    ["Desktop", 1280],
  ] as const) {
    await preview.getByRole("radiogroup").getByText(name, { exact: true }).click();
    await expect.poll(widthInside).toBe(width);
  }
  await expectLooksRight(page, "preview");

  const opened = context.waitForEvent("page");
  await preview.getByRole("link", { name: "Open in a new tab" }).click();
  await expect((await opened).getByText("Not saved yet.")).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();

  await nightlyStep("offline, keeps the changes and retries on request", async () => {
    await context.setOffline(true);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toContainText("Galley is not reachable.");
    await context.setOffline(false);
    await preview.getByRole("button", { name: "Try again" }).click();
    await expect(words).toBeVisible();
  });
});
