import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { drawnPng, pngChunk } from "../support/drawn-png.ts";
import { editorOf } from "../support/site.ts";
import { choosePictures, photo, png, type SomeFile } from "./editor-files.ts";
import { article, deliverVersion } from "./editor-page.ts";
import { expect, holdRequests, nightlyStep, press, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

/** Adds EXIF data that rotates the picture by 90° and contains a GPS position. */
function withExif({ bytes, ...file }: SomeFile): SomeFile {
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000600000000000000", "hex");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, Buffer.from("GPS 59.9386N")]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return { ...file, bytes: Buffer.concat([bytes.subarray(0, 2), head, body, bytes.subarray(2)]) };
}

test("publishes a photograph rotated, in three widths, or its original", async ({ page, edit, receiver }) => {
  const opened = await edit("harbour");
  const releaseUpload = await holdRequests(page, "**/media?name=*");
  await choosePictures(page, [withExif(await photo(page, "Harbour.jpg", 3_000, 2_000))]);
  // During the upload a small preview is shown, because drawing the file would take a second.
  const preview = page.getByRole("group", { name: "Harbour.jpg" }).locator("img");
  await expect(preview).toHaveJSProperty("complete", true);
  const shape = await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(shape).toEqual([267, 400]);
  releaseUpload();
  const figure = article(page).locator("figure");
  await expect(figure.locator("img")).toHaveAttribute("width", "1707");
  await deliverVersion(page, 1);
  await receiver.received(1);

  const state = async () => {
    const { vms_json } = (await (await editorOf(opened)("GET", "")).json()) as {
      vms_json: { doc: { content: { attrs?: { file?: string } }[] }; assets: Record<string, UploadedMedia> };
    };
    const file = String(vms_json.doc.content.find(({ attrs }) => attrs?.file)?.attrs?.file);
    return { file, assets: vms_json.assets, own: vms_json.assets[file] };
  };
  const first = await state();
  expect(first.own).toMatchObject({ type: "image/jpeg", width: 1707, height: 2560 });
  expect(first.own?.widths?.map(({ width }) => width)).toEqual([640, 1440]);
  // The editor shows the width that its column needs.
  const drawn = await figure.locator("img").evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(drawn).toContain(first.own?.widths?.[1]?.file);
  for (const { file } of first.own?.widths ?? []) expect(first.assets[file]?.size).toBeLessThan(first.own?.size ?? 0);
  for (const name of Object.keys(first.assets)) {
    const bytes = Buffer.from(await (await editorOf(opened)("GET", `/media/${name}`)).arrayBuffer());
    expect(bytes.includes("GPS 59")).toBe(false);
  }

  await nightlyStep("publishes the original, also without its smaller files", async () => {
    await figure.locator("img").click();
    await figure.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Publish the original" }).click();
    await expect(figure.locator("img")).toHaveAttribute("width", "2000");
    await figure.getByRole("button", { name: "More" }).click();
    await expect(page.getByText("2000 × 3000 pixels")).toBeVisible();
    await deliverVersion(page, 2);
    const { own } = await state();
    expect(own).toMatchObject({ width: 2000, height: 3000, widths: [{ width: 640 }, { width: 1440 }] });

    for (const { file } of own?.widths ?? [])
      await page.route(`**/media/${file}`, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(figure.locator("img")).toHaveJSProperty("naturalWidth", 2000);
    await expect(figure.getByText("Try again")).toHaveCount(0);
  });
});

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

  await nightlyStep("drawings and animations cannot be cropped", async () => {
    await edit("drawing");
    const moving = drawnPng(40, 30, pngChunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])));
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>',
    );
    await choosePictures(page, [
      { name: "drawing.svg", type: "image/svg+xml", bytes: svg },
      { name: "moving.png", type: "image/png", bytes: moving },
    ]);
    const images = article(page).locator("figure img");
    await expect(images).toHaveCount(2);
    const crop = page.getByRole("button", { name: "Crop and rotate" });
    await images.first().click();
    await expect(page.getByRole("toolbar", { name: "Picture" })).toBeVisible();
    await expect(crop).toHaveCount(0);
    await images.last().click();
    await crop.click();
    await expect(page.getByText("Animations and SVG drawings cannot be cropped.")).toBeVisible();
  });
});
