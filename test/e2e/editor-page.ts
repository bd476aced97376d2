/** The editor tab as a journalist uses it: by names and words on the screen. */
import { expect, type JSHandle, type Locator, type Page } from "@playwright/test";

export const article = (page: Page): Locator => page.getByRole("textbox", { name: "Article text" });
export const status = (page: Page): Locator => page.getByRole("region", { name: "State of the article" });
export const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });

/** Opens the tab and waits until one can write. */
export async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(article(page)).toBeVisible();
}

/** Says who writes: a word in the head, behind it the field. */
export async function writeAuthor(page: Page, name: string): Promise<void> {
  await authorWord(page).click();
  await page.getByRole("textbox", { name: "Author" }).fill(name);
  await page.keyboard.press("Enter");
}

/** The author's word where the site does not say who writes. */
export const authorWord = (page: Page): Locator => page.getByRole("button", { name: /^(Add your name|Author:)/ });

/** Writes at the end of the article. A line is one input, which costs a hundredth of a key for each letter. */
export async function write(page: Page, text: string): Promise<void> {
  await article(page).press("ControlOrMeta+End");
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) await page.keyboard.press("Enter");
    if (line !== "") await page.keyboard.insertText(line);
  }
}

/** Waits for the slash menu that the typed words opened, and takes its choice. */
export async function slash(page: Page, words: string): Promise<void> {
  await page.keyboard.type(`/${words}`);
  await expect(page.getByRole("listbox", { name: "Blocks" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Puts a block in by the button and its search. */
export async function insertBlock(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill(name);
  await page.keyboard.press("Enter");
}

/** A node of a document: attributes or null, then its content. */
export const node = (type: string, attrs: object | null, ...content: object[]) => ({
  type,
  ...(attrs === null ? {} : { attrs }),
  ...(content.length === 0 ? {} : { content }),
});
export const words = (text: string) => ({ type: "text", text });
export const p = (text: string) => node("paragraph", null, words(text));
/** What a site hands over as the article. */
export const stateOf = (...content: object[]) => ({ format: "galley/1", doc: { type: "doc", content }, assets: {} });

/**
 * Waits until the browser has stored unsaved words on this computer. In the very moment of a letter it has not, and the
 * line under Save, which says that drafts are kept, does not mean this letter.
 */
export async function expectOnComputer(page: Page, words: string): Promise<void> {
  const drafts = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("galley-editor");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
            reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          };
        }),
    );
  await expect.poll(drafts).toContain(words);
}

export async function save(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+s");
}

/** Saves, and waits until the version with this number is stored. */
export async function saveVersion(page: Page, number: number): Promise<void> {
  await save(page);
  await expect(status(page)).toContainText(`Saved — version ${number}`);
}

/** Saves, and waits until the site has taken the version with this number. */
export async function deliverVersion(page: Page, number: number): Promise<void> {
  await save(page);
  await expect(status(page)).toContainText(`Version ${number} delivered`);
}

/** The blocks of the article from top to bottom: "p: …", "h2: …", "figure: <caption>". */
export function outline(page: Page): Promise<string[]> {
  return article(page).evaluate((root) =>
    [...root.children]
      .filter((block) => !block.classList.contains("uploads-card"))
      .map((block) => {
        const name = block.tagName.toLowerCase();
        const text = name === "figure" ? block.querySelector("figcaption")?.textContent : block.textContent;
        return `${name}: ${text}`;
      }),
  );
}

export interface SomeFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** A real PNG of one colour, a few hundred bytes; as high as wide where nobody says otherwise. */
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

/** Chooses files behind the toolbar's button. */
export function choosePictures(page: Page, files: SomeFile[]): Promise<void> {
  return chooseFiles(page, () => page.getByRole("button", { name: "Insert pictures" }).click(), files);
}

/** Gives files to the dialog that an action opens. */
export async function chooseFiles(page: Page, action: () => Promise<void>, files: SomeFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await action();
  await (await chooser).setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));
}

/** Files and texts as the clipboard or a drag carries them. @param texts by MIME type */
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

/** Drops files on the upper or the lower half of a block. @param more what comes with them, by MIME type */
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

/** Pastes what another page or program put on the clipboard. @param into the article, by its name in the page's language */
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

/** What copying the selection puts on the clipboard, as HTML. */
export function copy(page: Page): Promise<string> {
  return article(page).evaluate((target) => {
    const transfer = new DataTransfer();
    target.dispatchEvent(new ClipboardEvent("copy", { clipboardData: transfer, bubbles: true, cancelable: true }));
    return transfer.getData("text/html");
  });
}
