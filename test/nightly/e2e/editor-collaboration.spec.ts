/** Several people in one article: every word of each, and pairs of concurrent edits. */
import type { Page } from "@playwright/test";
import type { NodeType } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { article, openEditor, save, status } from "../../e2e/editor-page.ts";
import { expect, processTest, test } from "../../e2e/fixtures.ts";
import { spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { zipTexts } from "../../support/archives.ts";
import { freePorts } from "../../support/listening.ts";
import { downloadArchive, openSession } from "../../support/site.ts";

test.setTimeout(600_000);

/** The article's element, to which Tiptap adds its editor. */
type EditorElement = HTMLElement & { editor: { state: EditorState; view: { dispatch(tr: Transaction): void } } };

/**
 * Two edits, and words that both pages must contain afterwards. The same pairs as in
 * test/server/articles/collaboration/concurrent-edits.test.ts.
 */
const PAIRS: [one: string, other: string, words: string[]][] = [
  ["type 0 AAA", "type 1 BBB", ["AAA", "BBB"]],
  ["type 0 AAA", "type 0 BBB", ["AAA", "BBB"]],
  ["join 1", "type 1 BBB", ["BBB"]],
  ["heading 1", "type 1 BBB", ["BBB"]],
  ["quote 1", "type 1 BBB", ["BBB"]],
  ["list 1", "type 1 BBB", ["BBB"]],
  ["split 1", "type 1 BBB", ["BBB"]],
  ["heading 1", "heading 1", ["Second"]],
  ["quote 1", "heading 1", ["Second"]],
  ["remove 1", "type 1 BBB", ["First", "Third"]],
  ["move 1", "type 1 BBB", ["First", "Third"]],
  ["move 1", "move 1", ["First", "Third"]],
  ["remove 1", "remove 1", ["First", "Third"]],
  ["bold 1", "type 1 BBB", ["BBB"]],
  ["bold 1", "cut 1", ["First", "Third"]],
  ["cut 1", "cut 1", ["First", "Third"]],
  ["paste 0 AAA", "paste 0 BBB", ["AAA", "BBB"]],
  ["split 1", "split 1", ["Sec", "ond"]],
  ["language 0", "type 2 BBB", ["BBB"]],
  ["split 1", "heading 1", ["Sec", "ond"]],
];

/** Makes an edit in the page's editor. */
function edit(page: Page, what: string): Promise<void> {
  return article(page).evaluate((root, [name = "", index = "0", words = ""]) => {
    const { state, view } = (root as EditorElement).editor;
    const { doc, schema } = state;
    const type = (of: string) => schema.nodes[of] as NodeType;
    let { tr } = state;
    let from = 0;
    for (let at = 0; at < Number(index); at++) from += doc.child(at).nodeSize;
    const node = doc.child(Number(index));
    const to = from + node.nodeSize;
    const range = tr.doc.resolve(from + 1).blockRange();
    if (name === "type") tr = tr.insertText(` ${words}`, to - 1);
    if (name === "join") tr = tr.join(from);
    if (name === "heading") tr = tr.setBlockType(from + 1, to - 1, type("heading"), { level: 2 });
    if (name === "quote" && range) tr = tr.wrap(range, [{ type: type("blockquote") }]);
    if (name === "list" && range) tr = tr.wrap(range, [{ type: type("bulletList") }, { type: type("listItem") }]);
    if (name === "split") tr = tr.split(from + 4);
    if (name === "remove") tr = tr.delete(from, to);
    if (name === "move") tr = tr.insert(doc.content.size, node).delete(from, to);
    if (name === "bold") tr = tr.addMark(from + 1, from + 5, schema.mark("bold"));
    if (name === "cut") tr = tr.delete(from + 2, from + 5);
    if (name === "paste") tr = tr.insert(to, schema.node("paragraph", null, schema.text(words)));
    if (name === "language") tr = tr.setDocAttribute("lang", "ru");
    view.dispatch(tr);
  }, what.split(" "));
}

const json = (page: Page) =>
  article(page).evaluate((root) => JSON.stringify((root as EditorElement).editor.state.doc.toJSON()));

test("two pages converge after pairs of concurrent edits, in both orders", async ({ page, browser, openArticle }) => {
  const ben = await (await browser.newContext()).newPage();
  for (const [index, [one, other, words]] of PAIRS.entries())
    for (const [order, edits] of [[one, other] as const, [other, one] as const].entries())
      await test.step(`${edits.join(", ")}`, async () => {
        const session = await openArticle(`pair-${index}-${order}`);
        await openEditor(page, session.url);
        await page.keyboard.type("First\nSecond\nThird");
        await openEditor(ben, session.url);
        for (const each of [page, ben])
          await expect(article(each).locator("p")).toHaveText(["First", "Second", "Third"]);
        for (const each of [page, ben]) await each.context().setOffline(true);
        await edit(page, edits[0]);
        await edit(ben, edits[1]);
        await page.context().setOffline(false);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
        await ben.context().setOffline(false);
        await ben.evaluate(() => dispatchEvent(new Event("online")));
        await expect.poll(async () => (await json(page)) === (await json(ben)), { timeout: 20_000 }).toBe(true);
        const text = (await article(page).textContent()) ?? "";
        for (const word of words) expect(text.split(word).length, text).toBeGreaterThanOrEqual(2);
      });
});

const WORDS = 500;
const OFFLINE_WORDS = 200;
const KILLS = 12;
const BETWEEN_KILLS_MS = 5_000;

async function people(page: Page, url: string, count: number): Promise<Page[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser.");
  const pages = [page];
  await openEditor(page, url);
  await page.keyboard.type("1\n2\n3");
  while (pages.length < count) {
    const other = await (await browser.newContext()).newPage();
    await openEditor(other, url);
    pages.push(other);
  }
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(["1", "2", "3"]);
  return pages;
}

/** Unique words of one person. */
const words = (person: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ` ${person}${from + index}`).join("");

async function typeInParagraph(page: Page, index: number, text: string): Promise<void> {
  await article(page).locator("p").nth(index).click();
  await page.keyboard.press("End");
  await page.keyboard.type(text);
}

test("keeps every word of three people in order, in all three tabs and in the archive", async ({
  page,
  openArticle,
  project,
  receiver,
}) => {
  const session = await openArticle("three");
  const pages = await people(page, session.url, 3);
  const names = ["a", "b", "c"];
  const lines = names.map((name, index) => `${index + 1}${words(name, 0, WORDS)}`);
  await Promise.all(pages.map((each, index) => typeInParagraph(each, index, words(names[index] ?? "", 0, WORDS))));
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(lines, { timeout: 60_000 });

  await test.step("merges 200 words that each person typed offline", async () => {
    for (const each of pages) await each.context().setOffline(true);
    // Each cursor is still after the person's last word.
    await Promise.all(pages.map((each, index) => each.keyboard.type(words(names[index] ?? "", WORDS, OFFLINE_WORDS))));
    for (const each of pages) await each.context().setOffline(false);
    const all = names.map((name, index) => `${index + 1}${words(name, 0, WORDS + OFFLINE_WORDS)}`);
    for (const each of pages) await expect(article(each).locator("p")).toHaveText(all, { timeout: 60_000 });
    await save(page);
    for (const each of pages) await expect(status(each)).toContainText("Saved — version 1");
    const { body } = await receiver.received(1);
    const archive = await downloadArchive(project, body.content_url, "three");
    const files = await zipTexts(Buffer.from(await archive.arrayBuffer()));
    const html = [...files.values()].join("");
    for (const line of all) expect(html).toContain(line);
  });
});

processTest("loses and duplicates no word while the appliance is killed every five seconds", async ({ page }) => {
  const dataDir = temporaryFolder();
  const args = await freePorts();
  let appliance = await spawnAppliance({ dataDir, args });
  const keys = await appliance.createProject();
  const session = await openSession(appliance.url, keys, {
    material_id: "killed",
    callback_url: "http://127.0.0.1:9/galley/callback",
  });
  const pages = await people(page, session.url, 2);
  let typing = true;
  const typed = await Promise.all([
    ...pages.map(async (each, index) => {
      let text = "";
      await typeInParagraph(each, index, "");
      for (let word = 0; typing; word++) {
        const next = words(index === 0 ? "a" : "b", word, 1);
        await each.keyboard.type(next, { delay: 30 });
        text += next;
      }
      return text;
    }),
    (async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
        await appliance.kill();
        appliance = await spawnAppliance({ dataDir, args });
      }
      typing = false;
      return "";
    })(),
  ]);
  const lines = [`1${typed[0]}`, `2${typed[1]}`, "3"];
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(lines, { timeout: 120_000 });
  await appliance.close();
});
