import { openEditor, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("previews unsaved text at three widths and in a tab", async ({ context, page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview).toContainText("Nothing to preview yet.");
  await page.keyboard.press("Escape");

  await write(page, "Not saved, and on its way already.");
  await page.getByRole("button", { name: "Preview" }).click();
  const words = preview.frameLocator("iframe").getByText("Not saved, and on its way already.");
  await expect(words).toBeVisible();
  const widthInside = () =>
    preview
      .frameLocator("iframe")
      .locator("html")
      .evaluate((root) => root.clientWidth);
  const widthOnScreen = async () => (await preview.locator("iframe").boundingBox())?.width ?? 0;
  for (const [name, width] of [
    ["Tablet", 768],
    ["Phone", 390],
    ["Desktop", 1280],
  ] as const) {
    await preview.getByRole("radio", { name }).check();
    await expect.poll(widthInside).toBe(width);
    expect(await widthOnScreen()).toBeLessThanOrEqual(1280);
  }
  await expectLooksRight(page, "preview");

  const opened = context.waitForEvent("page");
  await preview.getByRole("link", { name: "Open in a new tab" }).click();
  await expect((await opened).getByText("Not saved, and on its way already.")).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();

  await context.setOffline(true);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(preview).toContainText("Your changes are kept on this computer.");
  await context.setOffline(false);
  await preview.getByRole("button", { name: "Try again" }).click();
  await expect(words).toBeVisible();
});
