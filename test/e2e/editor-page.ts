import { expect, type Locator, type Page } from "@playwright/test";

/** Helpers for the editor tab. */

export const article = (page: Page): Locator => page.getByRole("textbox", { name: "Article text" });
export const status = (page: Page): Locator => page.getByRole("region", { name: "Article status" });
export const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });

/** Opens the editor and waits for its text field. @returns the page */
export async function openEditor(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await expect(article(page)).toBeVisible();
  return page;
}

/** Enters the author's name in the header. */
export async function writeAuthor(page: Page, name: string): Promise<void> {
  await authorName(page).fill(name);
  await page.keyboard.press("Enter");
}

/** The field of the author's name, shown if the site names no author. */
export const authorName = (page: Page): Locator => page.getByRole("textbox", { name: "Author" });

/** Writes at the end of the article. Each line is one input event, which is faster than keys. */
export async function write(page: Page, text: string): Promise<void> {
  await article(page).press("ControlOrMeta+End");
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) await page.keyboard.press("Enter");
    if (line !== "") await page.keyboard.insertText(line);
  }
}

/** Types a slash and words, and inserts the menu's first block. */
export async function slash(page: Page, words: string): Promise<void> {
  await page.keyboard.type(`/${words}`);
  await expect(page.getByRole("listbox", { name: "Blocks" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Inserts a block with the button and its search. */
export async function insertBlock(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill(name);
  await page.keyboard.press("Enter");
}

export const node = (type: string, attrs: object | null, ...content: object[]) => ({
  type,
  ...(attrs === null ? {} : { attrs }),
  ...(content.length === 0 ? {} : { content }),
});
export const words = (text: string) => ({ type: "text", text });
export const p = (text: string) => node("paragraph", null, words(text));
/** An article state as a site sends it. */
export const stateOf = (...content: object[]) => ({ format: "galley/1", doc: { type: "doc", content }, assets: {} });

/**
 * Waits until the browser has stored unsaved text on this computer. The status line does not show this for the latest
 * key.
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

/** Saves, and waits until this version is stored. */
export async function saveVersion(page: Page, number: number): Promise<void> {
  await save(page);
  await expect(status(page)).toContainText(`Saved — version ${number}`);
}

/** Saves, and waits until this version is delivered. */
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

/** The article as lines in the format of the outline files: `**strong** _em_ ~s~ ^sup^ ,sub, [words](target)`. */
export function outlineOf(page: Page): Promise<string> {
  return article(page).evaluate((root) => {
    const signs: Record<string, string> = { STRONG: "**", EM: "_", S: "~", SUP: "^", SUB: ",", CODE: "`" };
    const words = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll("\n", "⏎");
      if (node.nodeName === "BR") return (node as Element).classList.contains("ProseMirror-trailingBreak") ? "" : "⏎";
      const inside = [...node.childNodes].map(words).join("");
      const sign = node.parentNode?.nodeName === "PRE" ? "" : (signs[node.nodeName] ?? "");
      return node.nodeName === "A" ? `[${inside}](${(node as Element).getAttribute("href")})` : sign + inside + sign;
    };
    const lines: string[] = [];
    const visit = (block: Element, indent: string): void => {
      const name = block.tagName.toLowerCase();
      if (/^(p|h[2-4]|pre)$/.test(name)) lines.push(`${indent}${name}: ${[...block.childNodes].map(words).join("")}`);
      else if (block.matches(".details-summary"))
        lines.push(`${indent}summary: ${[...block.childNodes].map(words).join("")}`);
      else if (block.matches(".media-place")) {
        const parts = [...block.querySelectorAll(".media-place-words, .media-place-about, figcaption")];
        lines.push(`${indent}place: ${parts.map((part) => part.textContent).join(" | ")}`);
      } else if (block.matches(".pull-quote"))
        lines.push(
          `${indent}pull: ${[...block.children].map((part) => [...part.childNodes].map(words).join("")).join(" — ")}`,
        );
      else if (name === "hr") lines.push(`${indent}hr`);
      else if (/^(ul|ol|li|blockquote|table|tr|td|th)$/.test(name)) {
        const start =
          name === "ol" && (block as HTMLOListElement).start !== 1 ? ` ${(block as HTMLOListElement).start}` : "";
        const { colSpan = 1, rowSpan = 1 } = block as HTMLTableCellElement;
        lines.push(`${indent}${name}${start}${colSpan * rowSpan > 1 ? ` ${colSpan}×${rowSpan}` : ""}`);
        for (const child of block.children) visit(child, `${indent}  `);
      } else for (const child of block.children) visit(child, indent);
    };
    for (const block of root.children) visit(block, "");
    return `${lines.join("\n")}\n`;
  });
}
