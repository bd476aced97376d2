import { drawnPng, pngChunk } from "../support/drawn-png.ts";
import { choosePictures, png } from "./editor-files.ts";
import { article, deliverVersion } from "./editor-page.ts";
import { expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("crops and turns a picture in one undo step, and reopens the same crop", async ({ page, edit }) => {
  await edit();
  await choosePictures(page, [await png(page, "wide.png", "teal", 800, 400)]);
  const image = article(page).locator("figure img");
  await expect(image).toBeVisible();
  const shape = () => image.evaluate((one: HTMLImageElement) => `${one.naturalWidth}x${one.naturalHeight}`);
  await image.click();
  await page.getByRole("button", { name: "Crop and rotate" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop and rotate" });
  const frame = dialog.getByRole("application", { name: "Crop area" });
  await expect(frame).toBeFocused();
  await dialog.getByRole("button", { name: "1:1" }).click();
  await expect(dialog.getByText("400 × 400 pixels")).toBeVisible();
  await expectLooksRight(page, "crop");
  // Arrows move the centred crop area; Shift with arrows resizes it.
  await frame.focus();
  await press(page, "ArrowLeft", "Shift+ArrowLeft");
  await expect(dialog.getByText("392 × 392 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "4:3" }).click();
  await dialog.getByRole("button", { name: "Rotate right" }).click();
  await expect(dialog.getByText("400 × 533 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(shape).toBe("400x533");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(shape).toBe("800x400");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(shape).toBe("400x533");

  await deliverVersion(page, 1);
  await page.reload();
  await image.click();
  await page.getByRole("button", { name: "Crop and rotate" }).click();
  await expect(dialog.getByText("400 × 533 pixels")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(shape).toBe("800x400");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(shape).toBe("400x533");
  await page.keyboard.press("Escape");

  await nightlyStep("drawings and animations offer no crop", async () => {
    await edit("drawing");
    const still = drawnPng(40, 30);
    const moving = drawnPng(40, 30, pngChunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])));
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>',
    );
    await choosePictures(page, [
      { name: "drawing.svg", type: "image/svg+xml", bytes: svg },
      { name: "moving.png", type: "image/png", bytes: moving },
      { name: "still.png", type: "image/png", bytes: still },
    ]);
    const images = article(page).locator("figure img");
    await expect(images).toHaveCount(3);
    for (const [index, count] of [0, 0, 1].entries()) {
      const inspected = page.waitForResponse(
        (answer) => answer.request().headers().range?.startsWith("bytes=0-") ?? false,
      );
      await images.nth(index).click();
      await expect(page.getByRole("toolbar", { name: "Picture" })).toBeVisible();
      if (index > 0) await inspected;
      await expect(page.getByRole("button", { name: "Crop and rotate" })).toHaveCount(count);
    }
  });
});
