import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { drawnPng } from "../support/drawn-png.ts";
import { MP4 } from "../support/sample-media.ts";
import { articleOf, editorOf } from "../support/site.ts";
import { article, choosePictures, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("queues gallery pictures and a poster offline, retries and cancels them, and keeps their places", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Words\n");
  await choosePictures(page, [
    await png(page, "a.png", "red"),
    { name: "ferry.mp4", type: "video/mp4", bytes: MP4 },
    await png(page, "b.png", "green"),
  ]);
  await expect(article(page).locator("figure")).toHaveCount(3);
  await page.route("**/media?name=*", (route) => route.abort());

  const gallery = page.waitForEvent("filechooser");
  await article(page).press("ControlOrMeta+End");
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill("Gallery");
  await page.keyboard.press("Enter");
  const files = [await png(page, "c.png", "blue"), await png(page, "d.png", "gold"), await png(page, "e.png", "grey")];
  await (await gallery).setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));
  const poster = page.waitForEvent("filechooser");
  await article(page).locator("figure:has(video) figcaption").click();
  await page.getByRole("button", { name: "Choose a poster" }).click();
  const still = await png(page, "still.png", "navy");
  await (await poster).setFiles({ name: still.name, mimeType: still.type, buffer: still.bytes });

  const card = (name: string) => article(page).getByRole("group", { name });
  await expect(card("c.png").getByRole("status")).toContainText("waiting for Galley");
  await card("d.png").getByRole("button", { name: "Cancel: d.png" }).click();
  await expect(card("d.png")).toHaveCount(0);
  await article(page).getByText("Words").click();
  await page.keyboard.type("More ");
  await save(page);
  await expect(status(page)).toContainText("Saves when 3 pictures are uploaded");

  await page.unroute("**/media?name=*");
  await card("e.png").getByRole("button", { name: "Try again: e.png" }).click();
  await expect(article(page).getByRole("group", { name: "Gallery: 2 pictures" })).toBeVisible();
  await expect(article(page).locator("video[poster*=still]")).toHaveCount(1);
  await expect(article(page).locator(".gallery img").first()).toHaveAttribute("src", /\/c-/);
  await expect(article(page).locator(".uploads-card")).toHaveCount(0);
  await expect(status(page)).toContainText("Saved — version 1");
});

test("resizes an oversized picture in place, and undo restores it", async ({ page, openArticle }) => {
  const opened = await openArticle("bridge");
  const editor = editorOf(opened);
  const wide = (await (await editor("POST", "/media?name=wide.png", drawnPng(3_000, 1_500))).json()) as UploadedMedia;
  const vms_json = articleOf("Words", { file: wide.file_name, alt: "Grey" });
  await editor("POST", "/versions", { save_id: "wide-1", vms_json, base_version: null });
  await openEditor(page, opened.url);
  const image = article(page).locator("figure img");
  await expect(image).toHaveAttribute("width", "3000");
  await article(page).locator("figcaption").click();
  await page.keyboard.type("Kept");
  await article(page).getByRole("button", { name: "More" }).click();
  await expect(article(page)).toContainText("3000 × 1500 pixels");
  await page.getByRole("button", { name: "Resize" }).click();
  await expect(image).toHaveAttribute("width", "2560");
  await expect(image).toHaveAttribute("src", /\/wide-[0-9a-f]{8}\.webp$/);
  await expect(article(page).locator("figcaption")).toHaveText("Kept");
  await article(page).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Resize" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(image).toHaveAttribute("width", "3000");
});
