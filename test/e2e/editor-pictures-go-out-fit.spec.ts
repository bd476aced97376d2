/** What readers get of a picture: made by the browser at the drop, in several widths, the original only by choice. */
import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { drawnPng } from "../support/drawn-png.ts";
import { PRIVATE_MEDIA, TURNED_MEDIA } from "../support/private-media.ts";
import { GIF } from "../support/sample-media.ts";
import { articleOf, editorOf } from "../support/site.ts";
import { article, choosePictures, openEditor, photo, png, type SomeFile, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** An EXIF part that turns the picture by a quarter and says where it was taken. */
function withExif({ bytes, ...file }: SomeFile): SomeFile {
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000600000000000000", "hex");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, Buffer.from("GPS 59.9386N")]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return { ...file, bytes: Buffer.concat([bytes.subarray(0, 2), head, body, bytes.subarray(2)]) };
}

test("publishes a photograph in three widths, rotated, and its original on request", async ({
  page,
  openArticle,
  receiver,
}) => {
  const opened = await openArticle("harbour");
  await openEditor(page, opened.url);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/media?name=*", async (route) => {
    await held;
    await route.continue();
  });
  await choosePictures(page, [withExif(await photo(page, "Harbour.jpg", 3_000, 2_000))]);
  // On its way a small picture stands for it: the file itself would take a browser a second to draw.
  const preview = page.getByRole("group", { name: "Harbour.jpg" }).locator("img");
  await expect(preview).toHaveJSProperty("complete", true);
  const shape = await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(shape).toEqual([267, 400]);
  await choosePictures(page, [{ name: "wave.gif", type: "image/gif", bytes: GIF }]);
  const wave = page.getByRole("group", { name: "wave.gif" });
  await expect(wave.locator("img")).toHaveJSProperty("naturalWidth", 3);
  await wave.getByRole("button", { name: "Cancel: wave.gif" }).click();
  letGo();
  const figure = article(page).locator("figure");
  await expect(figure.locator("img")).toHaveAttribute("width", "1707");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
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
  // The editor draws what its column needs of it.
  const drawn = await figure.locator("img").evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(drawn).toContain(first.own?.widths?.[1]?.file);
  for (const { file } of first.own?.widths ?? []) expect(first.assets[file]?.size).toBeLessThan(first.own?.size ?? 0);
  for (const name of Object.keys(first.assets)) {
    const bytes = Buffer.from(await (await editorOf(opened)("GET", `/media/${name}`)).arrayBuffer());
    expect(bytes.includes("GPS 59")).toBe(false);
  }

  await figure.locator("img").click();
  await figure.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Publish the original" }).click();
  await expect(figure.locator("img")).toHaveAttribute("width", "2000");
  await figure.getByRole("button", { name: "More" }).click();
  await expect(page.getByText("2000 × 3000 pixels")).toBeVisible();
  await save(page);
  await expect(status(page)).toContainText("Version 2 delivered");
  const { own } = await state();
  expect(own).toMatchObject({ width: 2000, height: 3000, widths: [{ width: 640 }, { width: 1440 }] });

  // Where a narrower file has got lost, the picture itself is shown.
  for (const { file } of own?.widths ?? [])
    await page.route(`**/media/${file}`, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(figure.locator("img")).toHaveJSProperty("naturalWidth", 2000);
  await expect(figure.getByText("Try again")).toHaveCount(0);
});

test("publishes a small picture as it is", async ({ page, openArticle }) => {
  const opened = await openArticle("small");
  await openEditor(page, opened.url);
  const small = await png(page, "small.png", "teal", 64);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).search));
  await choosePictures(page, [small]);
  await expect(article(page).locator("figure img")).toHaveCount(1);
  expect(sent).toEqual(["?name=small.png"]);
});

test("resizes the large pictures of an older article with one button", async ({ page, openArticle }) => {
  const opened = await openArticle("old");
  const editor = editorOf(opened);
  const add = async (name: string, png: Buffer) =>
    ((await (await editor("POST", `/media?name=${name}`, png)).json()) as UploadedMedia).file_name;
  const huge = await add("huge.png", drawnPng(2_700, 1_350));
  const high = await add("high.png", drawnPng(1_300, 2_600));
  const vms_json = articleOf("Words", { file: huge, alt: "Grey" }, { file: high, alt: "Grey" });
  await editor("POST", "/versions", { save_id: "old-1", vms_json, base_version: null });
  await openEditor(page, opened.url);
  await page.getByRole("button", { name: "1 issue to review" }).click();
  const list = page.getByRole("region", { name: "Review before saving" });
  await list.getByRole("button", { name: "Resize all" }).click();
  const images = article(page).locator("figure img");
  await expect(images.nth(0)).toHaveAttribute("width", "2560");
  await expect(images.nth(1)).toHaveAttribute("height", "2560");
  await expect(list.getByText("No issues.")).toBeVisible();
});

test("removes metadata from published pictures, and keeps every pixel", async ({ page, openArticle }) => {
  const opened = await openArticle("private");
  const editor = editorOf(opened);
  await openEditor(page, opened.url);
  const samples = [...Object.entries(PRIVATE_MEDIA), ...Object.entries(TURNED_MEDIA)];
  for (const [ext, bytes] of samples) {
    const answer = await editor("POST", `/media?name=sample.${ext}`, bytes);
    expect(answer.status).toBe(201);
    const { file_name } = (await answer.json()) as UploadedMedia;
    const kept = Buffer.from(await (await editor("GET", `/media/${file_name}`)).arrayBuffer());
    expect(kept.includes("SERIAL")).toBe(false);
    if (ext === "mp4" || ext === "webm") continue;
    // As a page shows it: its size, turned as it says, and each of its pixels.
    const [before, after] = await page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const context = canvas.getContext("2d");
            context?.drawImage(image, 0, 0);
            const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
            return `${canvas.width} × ${canvas.height}: ${[...pixels].join()}`;
          }),
        ),
      [bytes, kept].map((each) => `data:image/${ext === "jpg" ? "jpeg" : ext};base64,${each.toString("base64")}`),
    );
    expect(after).toBe(before);
    expect(after).toMatch(/^(?:3 × 2|2 × 3): \d/);
  }
});
