/** Removing metadata must not change the rendered picture; test/server/media tests the removal itself. */
import { openEditor } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import { PRIVATE_MEDIA, ROTATED_MEDIA } from "../../support/private-media.ts";
import { editorOf, uploadFile } from "../../support/site.ts";

test("removes metadata from published pictures and keeps every pixel", async ({ page, openArticle }) => {
  const opened = await openArticle("private");
  const editor = editorOf(opened);
  await openEditor(page, opened.url);
  const samples = [...Object.entries(PRIVATE_MEDIA), ...Object.entries(ROTATED_MEDIA)];
  for (const [ext, bytes] of samples) {
    const file = await uploadFile(opened, `sample.${ext}`, bytes);
    const published = Buffer.from(await (await editor("GET", `/media/${file}`)).arrayBuffer());
    expect(published.includes("SERIAL")).toBe(false);
    if (ext === "mp4" || ext === "webm") continue;
    // Compare size, orientation and every pixel as rendered by the browser.
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
      [bytes, published].map((each) => `data:image/${ext === "jpg" ? "jpeg" : ext};base64,${each.toString("base64")}`),
    );
    expect(after).toBe(before);
    expect(after).toMatch(/^(?:3 × 2|2 × 3): \d/);
  }
});
