/** Helpers for files, drag and drop, and the clipboard in the editor. */
import type { JSHandle, Locator, Page } from "@playwright/test";
import { article } from "./editor-page.ts";

export interface SomeFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** A real PNG of one colour, a few hundred bytes; square by default. */
export async function png(page: Page, name: string, colour: string, size = 32, high = size): Promise<SomeFile> {
  const url = await page.evaluate(
    ([fill, width, height]) => {
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.fillStyle = fill;
      context.fillRect(0, 0, width, height);
      return canvas.toDataURL("image/png");
    },
    [colour, size, high] as const,
  );
  return { name, type: "image/png", bytes: Buffer.from(url.slice(url.indexOf(",") + 1), "base64") };
}

/** A JPEG with the detail of a photograph. */
export async function photo(page: Page, name: string, width: number, height: number): Promise<SomeFile> {
  const base64 = await page.evaluate(
    async ([wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      const noise = context.createImageData(256, 256);
      let seed = 7;
      for (let at = 0; at < noise.data.length; at++) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
        noise.data[at] = at % 4 === 3 ? 255 : 90 + ((seed >> 16) % 70);
      }
      const tile = new OffscreenCanvas(256, 256);
      tile.getContext("2d")?.putImageData(noise, 0, 0);
      context.fillStyle = context.createPattern(tile, "repeat") ?? "grey";
      context.fillRect(0, 0, wide, high);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    },
    [width, height] as const,
  );
  return { name, type: "image/jpeg", bytes: Buffer.from(base64, "base64") };
}

/** Chooses files with the toolbar's button. */
export function choosePictures(page: Page, files: SomeFile[]): Promise<void> {
  return chooseFiles(page, () => page.getByRole("button", { name: "Insert pictures" }).click(), files);
}

/** Chooses files in the dialog that an action opens. */
export async function chooseFiles(page: Page, action: () => Promise<void>, files: SomeFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await action();
  await (await chooser).setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));
}

/** A DataTransfer with files and texts. @param texts by MIME type */
export function transferOf(
  page: Page,
  files: SomeFile[],
  texts: Record<string, string> = {},
): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ([items, types]) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(types)) transfer.setData(type, text);
      for (const { name, type, base64 } of items) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    [files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString("base64") })), texts] as const,
  );
}

/** Drops files on the upper or lower half of a block. @param more texts by MIME type */
export async function dropPictures(
  page: Page,
  block: Locator,
  half: "upper" | "lower",
  files: SomeFile[],
  more: Record<string, string> = {},
): Promise<void> {
  const dataTransfer = await transferOf(page, files, more);
  const box = await block.boundingBox();
  if (box === null) throw new Error("the block is not on the screen");
  const clientX = box.x + box.width / 2;
  const clientY = box.y + box.height * (half === "upper" ? 0.2 : 0.8);
  await block.dispatchEvent("drop", { dataTransfer, clientX, clientY, bubbles: true, cancelable: true });
}

/** Pastes content of the clipboard. @param into the article by default */
export async function paste(
  page: Page,
  content: { html?: string; text?: string; rtf?: string; files?: SomeFile[] },
  into: Locator = article(page),
): Promise<void> {
  const { html, text, rtf, files = [] } = content;
  const clipboardData = await transferOf(page, files, {
    ...(rtf === undefined ? {} : { "text/rtf": rtf }),
    ...(html === undefined ? {} : { "text/html": html }),
    ...(text === undefined ? {} : { "text/plain": text }),
  });
  await into.evaluate(
    (target, data) =>
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })),
    clipboardData,
  );
}

/** Copies the selection. @returns the HTML on the clipboard */
export function copy(page: Page): Promise<string> {
  return article(page).evaluate((target) => {
    const transfer = new DataTransfer();
    target.dispatchEvent(new ClipboardEvent("copy", { clipboardData: transfer, bubbles: true, cancelable: true }));
    return transfer.getData("text/html");
  });
}
