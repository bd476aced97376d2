import { article, choosePictures, openEditor, png, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectEveryLookIsRight } from "./looks.ts";

test("a picture is cropped and turned, in one step to undo, and opens at the same crop again after a save", async ({
  page,
  openArticle,
  receiver,
}) => {
  const opened = await openArticle("bridge");
  await openEditor(page, opened.url);
  await article(page).focus();
  await choosePictures(page, [await png(page, "wide.png", "teal", 800, 400)]);
  const image = article(page).locator("figure img");
  await expect(image).toBeVisible();
  const shape = () => image.evaluate((one: HTMLImageElement) => `${one.naturalWidth}x${one.naturalHeight}`);
  await image.click();
  await page.getByRole("button", { name: "Crop and turn" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop and turn the picture" });
  const frame = dialog.getByRole("application", { name: "The part that is kept" });
  await expect(frame).toBeFocused();
  await dialog.getByRole("button", { name: "1:1" }).click();
  await expect(dialog.getByText("400 × 400 pixels")).toBeVisible();
  await expectEveryLookIsRight(page, "crop");
  // The part stood in the middle; the arrows move it, with Shift they resize it.
  await frame.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(dialog.getByText("392 × 392 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Free" }).click();
  const corner = dialog.locator('.crop-grip[data-x="1"][data-y="1"]');
  await corner.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(dialog.getByText("16 × 16 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "4:3" }).click();
  await dialog.getByRole("button", { name: "Turn right" }).click();
  await expect(dialog.getByText("400 × 533 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(shape).toBe("400x533");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(shape).toBe("800x400");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(shape).toBe("400x533");

  await save(page);
  await expect(status(page)).toContainText("Site accepted version 1");
  await receiver.received(1);

  await page.reload();
  await image.click();
  await page.getByRole("button", { name: "Crop and turn" }).click();
  await expect(dialog.getByText("400 × 533 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(shape).toBe("800x400");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(shape).toBe("400x533");
  await page.keyboard.press("Escape");
});
