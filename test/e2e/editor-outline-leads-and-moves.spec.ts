import type { Page } from "@playwright/test";
import { article, openEditor, outline, save, status, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Outline" });
const lines = (page: Page) => panel(page).getByRole("treeitem");
const line = (page: Page, name: string | RegExp) => panel(page).getByRole("treeitem", { name });
const here = (page: Page) => panel(page).locator('[aria-current="location"]');
const KEY = "Alt+Shift+O";

const node = (type: string, attrs: object | null, ...content: object[]) => ({
  type,
  ...(attrs === null ? {} : { attrs }),
  ...(content.length === 0 ? {} : { content }),
});
const text = (words: string) => ({ type: "text", text: words });
const p = (words: string) => node("paragraph", null, text(words));
const h = (level: number, words: string) => node("heading", { level }, text(words));
const long = Array.from({ length: 12 }, (_, index) => p(`${index}: nobody knows why the ships went away. `.repeat(8)));

/** Six parts, each longer than a window. */
const DOC = {
  type: "doc",
  content: [
    p("Lead"),
    ...["Harbour", "Ships", "People"].flatMap((name) => [
      h(2, name),
      ...long.slice(0, 5),
      h(3, `${name} today`),
      ...long.slice(5),
    ]),
  ],
};
const STATE = { format: "galley/1", doc: DOC, assets: {} };

/** The headings of the article from top to bottom. */
const headings = async (page: Page) =>
  (await outline(page)).filter((block) => /^h\d/.test(block)).map((block) => block.slice(4));

test("walks an article by its outline and moves sections, by keyboard and mouse", async ({
  browser,
  page,
  openArticle,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const session = await openArticle("outline", { vms_json: STATE });
  await openEditor(page, session.url);

  await test.step("a key opens it; it stands beside the words and says where one is", async () => {
    const before = await article(page).boundingBox();
    await page.keyboard.press(KEY);
    await expect(lines(page)).toHaveCount(6);
    await expect(lines(page).first()).toBeFocused();
    await expect(line(page, /^Harbour \(\d+ words\)$/)).toHaveAttribute("aria-level", "1");
    await expect(line(page, /^Harbour today/)).toHaveAttribute("aria-level", "2");
    expect(await article(page).boundingBox()).toEqual(before);
    const box = await panel(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((before?.x ?? 0) - 24);
  });

  await test.step("arrows choose, Enter goes there with the cursor", async () => {
    await page.keyboard.press("End");
    await expect(line(page, /^People today/)).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(line(page, /^People \(/)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(article(page)).toBeFocused();
    await expect(article(page).getByRole("heading", { name: "People", exact: true })).toBeInViewport();
    await page.keyboard.type("Old ");
    await expect(line(page, /^Old People \(/)).toHaveAttribute("aria-current", "location");
    await page.keyboard.press("ControlOrMeta+z");
  });

  await test.step("scrolling marks the part that is read", async () => {
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    await expect(here(page)).toHaveCount(0);
    await article(page)
      .getByRole("heading", { name: "Ships today" })
      .evaluate((dom) => dom.scrollIntoView());
    await expect(here(page)).toHaveAccessibleName(/^Ships today/);
  });

  await test.step("Alt with an arrow moves a section with all that belongs to it, as one undo step", async () => {
    await page.keyboard.press(KEY);
    await line(page, /^Ships \(/).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(line(page, /^Ships \(/)).toBeFocused();
    await expect(page.getByText("Moved: Ships. 1 of 6.")).toBeAttached();
    expect(await headings(page)).toEqual([
      "Ships",
      "Ships today",
      "Harbour",
      "Harbour today",
      "People",
      "People today",
    ]);
    await page.keyboard.press("Alt+ArrowUp");
    await expect(page.getByText("Already first: Ships")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(article(page)).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    expect(await headings(page)).toEqual([
      "Harbour",
      "Harbour today",
      "Ships",
      "Ships today",
      "People",
      "People today",
    ]);
  });

  await test.step("so does dragging, with a line where it would stand; Escape takes it back", async () => {
    await expect(lines(page).nth(2)).toHaveAccessibleName(/^Ships \(/);
    const drag = async () => {
      await line(page, /^People \(/).hover();
      await page.mouse.down();
      await line(page, /^Harbour \(/).hover({ position: { x: 60, y: 3 } });
      await expect(line(page, /^Harbour \(/)).toHaveAttribute("data-drop", "above");
    };
    await drag();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(panel(page).locator("[data-drop]")).toHaveCount(0);
    expect((await headings(page))[0]).toBe("Harbour");
    await drag();
    await page.mouse.up();
    await expect(lines(page).first()).toHaveAccessibleName(/^People \(/);
    expect(await headings(page)).toEqual([
      "People",
      "People today",
      "Harbour",
      "Harbour today",
      "Ships",
      "Ships today",
    ]);
  });

  await test.step("comments and tables stand in it; with the comments open nothing lies over the words", async () => {
    await writeAuthor(page, "anna@example.org");
    await article(page).press("ControlOrMeta+End");
    await page.keyboard.press("Shift+ControlOrMeta+ArrowLeft");
    await page.keyboard.press("ControlOrMeta+Alt+m");
    await expect(page.getByRole("textbox", { name: "Your comment" })).toBeFocused();
    await page.keyboard.type("Which one?");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(line(page, /^Comment: .*Which one\?/)).toBeVisible();
    const [left, words, right] = await Promise.all([
      panel(page).boundingBox(),
      article(page).boundingBox(),
      page.getByRole("region", { name: "Comments", exact: true }).boundingBox(),
    ]);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan((words?.x ?? 0) - 24);
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    await page.getByRole("button", { name: "Close comments" }).click();
    await line(page, /^Comment:/).click();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe("");
    // The same words stand in every part: the comment goes with its own.
    const commented = article(page).locator(".comments-words");
    const end = await commented.textContent();
    await line(page, /^Ships \(/).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(lines(page).nth(4)).toHaveAccessibleName(/^Comment:/);
    await expect(commented).toHaveText(end ?? "");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(lines(page).last()).toHaveAccessibleName(/^Comment:/);
    await save(page);
    await expect(status(page)).toContainText("Saved — version 1");
    await expectLooksRight(page, "outline");
  });

  await test.step("it is open again after a reload", async () => {
    await page.reload();
    await expect(lines(page)).toHaveCount(7);
  });

  await test.step("who reads goes by it, and moves nothing", async () => {
    const reader = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await reader.goto(session.url);
    await expect(reader.getByRole("region", { name: "Who is writing" })).toBeVisible();
    await reader.getByRole("button", { name: "Outline" }).click();
    await line(reader, /^Harbour today/).click();
    await expect(article(reader).getByRole("heading", { name: "Harbour today" })).toBeInViewport();
    await line(reader, /^Harbour \(/).focus();
    await reader.keyboard.press("Alt+ArrowUp");
    await expect(panel(reader).getByRole("button", { name: "Move up" })).toHaveCount(0);
    expect((await headings(reader))[0]).toBe("People");
    await reader.context().close();
  });
});

test("on a phone, the outline is a sheet that closes after a choice", async ({ page, openArticle }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, (await openArticle("outline-phone")).url);
  const open = async () => {
    await page.locator(".head-actions-fold summary").click();
    await page.getByRole("button", { name: "Outline" }).click();
  };
  await open();
  await expect(panel(page)).toContainText("Headings, pictures, tables, embeds and open comments appear here");
  await panel(page).getByRole("button", { name: "Close the outline" }).click();
  await page.keyboard.type("## One\nwords\n## Two\nwords");
  await open();
  await panel(page).getByRole("button", { name: "Move up" }).click();
  await expect(lines(page).first()).toHaveAccessibleName("Two (2 words)");
  expect(await headings(page)).toEqual(["Two", "One"]);
  await line(page, /^One/).click();
  await expect(panel(page)).toHaveCount(0);
});
