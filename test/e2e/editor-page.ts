/** The editor tab as a journalist uses it: by names and words on the screen. */
import { expect, type Locator, type Page } from "@playwright/test";

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
