import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { article, outline, slash } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

test("an empty line offers +, and the slash menu inserts blocks by key and mouse", async ({ page, edit }) => {
  await edit();
  const text = article(page);
  const menu = page.getByRole("listbox", { name: "Blocks" });
  const plus = page.getByRole("button", { name: "Add a block here" });
  const hint = () =>
    text.evaluate((root) =>
      [...root.querySelectorAll("p")].map((line) => getComputedStyle(line, "::before").content.replaceAll('"', "")),
    );

  await test.step("the empty first line shows + and a hint", async () => {
    await expect(plus).toBeVisible();
    expect(await hint()).toEqual(["Write, or press / for blocks"]);
    await page.keyboard.type("/h");
    await expect(menu).toBeVisible();
    await press(page, "ArrowDown", "ArrowUp", "Enter");
    await page.keyboard.type("Bridge\n");
    await expect.poll(() => outline(page)).toEqual(["h2: Bridge", "p: "]);
  });

  await test.step("arrows select a block, which follows the current text; Escape keeps the typed text", async () => {
    await page.keyboard.type("/");
    await expect(menu).toBeVisible();
    const first = menu.getByRole("option").first();
    await expect(text).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "");
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("option", { selected: true })).toHaveText(/^Heading/);
    await expectNoFaults(page);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Today /numb");
    await menu.getByRole("option", { name: "Numbered list" }).click();
    await expect(text).toBeFocused();
    await page.keyboard.type("one /qu");
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.type("o and/or 1/2");
    await expect(menu).toBeHidden();
    expect(await outline(page)).toEqual(["h2: Bridge", "h2: Today ", "ol: one /quo and/or 1/2"]);
  });

  await test.step("+ on an empty line works by keyboard and mouse", async () => {
    await page.keyboard.type("\n\nWords\n");
    await expect(plus).toBeVisible();
    expect(await hint()).toEqual(["none", "none", "/ for blocks"]);
    const lineTop = async () => (await text.locator("p").last().boundingBox())?.y;
    const before = await lineTop();
    await page.keyboard.press("Tab");
    await expect(plus).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Search blocks" })).toBeFocused();
    expect(await lineTop()).toBe(before);
    await page.keyboard.press("Escape");
    await plus.click();
    await expect(page.getByRole("dialog", { name: "Insert a block" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.type("x");
    await expect(plus).toBeHidden();
    await expect(text.locator("> p").last()).toHaveText("x");
  });
});

/** HTML, and the block's note about removed parts. */
const SOURCE =
  '<p class="lead" lang="ru">Hello <b>you</b></p><table><tr><td colspan="2">cell</td></tr></table>' +
  '<p onclick="x()" data-x="1" style="color:red" id="a">Hello</p>' +
  '<a href="javascript:alert(1)">bad</a> <a href="/good">good</a>' +
  "<form action='/x'><label>Name</label><button>Go</button></form>" +
  '<video src="data:video/mp4,x" autoplay></video>';
const REMOVED =
  'Removed: onclick, data-x, style, id, href="javascript:alert(1)", <form>, <label>, <button>, src="data:video/mp4,x", autoplay';

test("free HTML is shown as the site receives it; no key deletes a selected block", async ({ page, edit }) => {
  await edit();
  const source = page.getByRole("textbox", { name: "HTML source" });
  const block = article(page).locator(".free-html");
  const frame = block.locator("iframe");
  await slash(page, "html");
  await page.keyboard.type("<p>typed");
  await expect(source).toHaveValue("<p>typed");
  await expect(frame.contentFrame().getByText("typed")).toBeVisible();

  /** Normalized HTML without the link attributes that the preview omits. */
  const structure = (html: string) =>
    page.evaluate((markup) => {
      const template = document.createElement("template");
      template.innerHTML = markup;
      for (const link of template.content.querySelectorAll("a"))
        for (const name of ["href", "rel"]) link.removeAttribute(name);
      return template.innerHTML.trim();
    }, html);
  await test.step("scripts and unsafe attributes are removed and listed", async () => {
    await expect(block.locator(".block-note")).toHaveText(/^Scripts, forms and frames are removed/);
    await source.fill(SOURCE);
    await expect(block.locator(".block-note")).toHaveText(REMOVED);
    const shown = async () => /<\/style>(.*)$/s.exec((await frame.getAttribute("srcdoc")) ?? "")?.[1] ?? "";
    const sanitized = await structure(freeHtmlSanitizer()(SOURCE));
    await expect.poll(async () => structure(await shown())).toBe(sanitized);
  });
  await source.fill('<iframe src="https://example.org/"><b>x</b></iframe><script>x()</script>');
  await expect(block.locator(".block-note")).toHaveText("Removed: <iframe>, <script>");
  await expect(block).toContainText("All of this HTML is removed.");
  await expect(frame).toBeHidden();

  await test.step("a frame becomes an embed or a link card", async () => {
    await source.fill('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Ships"></iframe>');
    await block.getByRole("button", { name: "Embed" }).click();
    await expect(article(page).locator(".embed-card")).toContainText("YouTube");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(block).toHaveCount(1);
    await source.fill('<iframe src="https://example.org/a"></iframe>');
    await block.getByRole("button", { name: "Link card" }).click();
    await expect(article(page).locator(".card")).toContainText("example.org");
  });

  await test.step("Escape goes from a field to its block, which the next key does not change", async () => {
    await article(page).press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    await slash(page, "link card");
    await page.keyboard.type("https://example.org/");
    await expect(article(page).getByRole("textbox", { name: "URL" })).toHaveValue("https://example.org/");
    await page.keyboard.press("Escape");
    await page.keyboard.type("After the card");
    await expect(article(page).locator(".card-block")).toHaveCount(2);
    expect((await outline(page)).at(-1)).toBe("p: After the card");
  });
});
