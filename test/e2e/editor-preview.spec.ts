import { choosePictures, png } from "./editor-files.ts";
import { article, openEditor, write } from "./editor-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("previews unsaved text and pictures in a sandbox, at three widths and in a tab", async ({
  context,
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
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
    await expect(preview).toContainText("Your changes are kept on this computer.");
    await context.setOffline(false);
    await preview.getByRole("button", { name: "Try again" }).click();
    await expect(words).toBeVisible();
  });
});
