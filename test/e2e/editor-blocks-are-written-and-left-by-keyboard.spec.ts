import { article, openEditor, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const AD = { name: "Ad", class: "ad wide", data: { slot: 7 }, more: { kept: ["as", "it", "is"] } };

const node = (type: string, attrs: object | null, ...content: object[]) => ({
  type,
  ...(attrs === null ? {} : { attrs }),
  ...(content.length === 0 ? {} : { content }),
});
const text = (words: string) => ({ type: "text", text: words });
const p = (words: string) => node("paragraph", null, text(words));

test("inserts, writes, leaves and saves each block by keyboard, and reopens it unchanged", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge", { metadata: { customContainers: [AD] } })).url);
  const { keyboard } = page;
  await article(page).focus();

  await keyboard.type("/callout");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await keyboard.type("\nMind\nthe gap\n\n");
  await keyboard.type("/pull quote\nWe shall see\n");
  await keyboard.type("/button\nRead on");
  await keyboard.press("Alt+F10");
  const target = page.getByRole("textbox", { name: "URL" });
  await expect(target).toBeFocused();
  await keyboard.type("java script");
  await expect(page.getByText("A URL has no spaces")).toBeVisible();
  await target.fill("example.org/more");
  await keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  await keyboard.type(" today\n");

  await keyboard.type("/foldable\nWhy?\nBecause\n\n");
  await keyboard.type("``` a = 1\nb = 2");
  await keyboard.press("ControlOrMeta+Enter");
  await keyboard.type("/2 columns\nleft");
  await keyboard.press("ArrowRight");
  await keyboard.type("right");
  await keyboard.press("ControlOrMeta+Enter");
  await keyboard.type("---> said\n\n");
  await keyboard.type("/html\n");
  await expect(page.getByRole("textbox", { name: "HTML source" })).toBeFocused();
  await keyboard.type("<b onclick=x>bold</b>");
  await keyboard.press("Escape");
  await keyboard.press("ArrowDown");
  await keyboard.type("/ad\ninside");
  await keyboard.press("ArrowDown");
  await keyboard.type("H");
  await keyboard.press("ControlOrMeta+,");
  await keyboard.type("2");
  await keyboard.press("ControlOrMeta+,");
  await keyboard.type("O");

  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  const saved = async () => (await openArticle("bridge")).vms_json?.doc as { content: object[] };
  const first = await saved();
  const subscript = [{ type: "subscript" }];
  expect(first).toEqual({
    type: "doc",
    attrs: { lang: "" },
    content: [
      node("callout", { tone: "note" }, p("Mind"), p("the gap")),
      node("pullQuote", { source: "" }, text("We shall see")),
      node("button", { href: "https://example.org/more" }, text("Read on today")),
      node(
        "details",
        { open: false },
        node("detailsSummary", null, text("Why?")),
        node("detailsContent", null, p("Because")),
      ),
      node("codeBlock", { language: "" }, text("a = 1\nb = 2")),
      node("columns", null, node("column", null, p("left")), node("column", null, p("right"))),
      node("horizontalRule", null),
      node("blockquote", null, p("said")),
      node("freeHtml", { html: "<b onclick=x>bold</b>" }),
      node("customContainer", { definition: AD }, p("inside")),
      node("paragraph", null, text("H"), { ...text("2"), marks: subscript }, text("O")),
    ],
  });
  const shown = await (await page.request.get(String((await openArticle("bridge")).previewUrl))).text();
  for (const part of ['class="ad wide"', 'data-slot="7"', "<b>bold</b>", "<summary>Why?</summary>", "<sub>2</sub>"])
    expect(shown).toContain(part);

  await page.reload();
  await expect(article(page)).toContainText("We shall see");
  await article(page).press("ControlOrMeta+End");
  await keyboard.type("!");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 2");
  expect((await saved()).content.slice(0, 10)).toEqual(first.content.slice(0, 10));
});

test("walks through every block by arrows, down and up", async ({ page, openArticle }) => {
  const table = (words: string) => node("table", null, node("tableRow", null, node("tableHeader", null, p(words))));
  const fold = (summary: string, block: object) =>
    node("details", { open: true }, node("detailsSummary", null, text(summary)), node("detailsContent", null, block));
  const columns = (block: object) =>
    node("columns", null, node("column", null, block), node("column", null, p("beside")));
  const nested = columns(node("callout", { tone: "warning" }, table("deep")));
  const blocks = [
    node("callout", { tone: "tip" }, p("callout")),
    node("pullQuote", { source: "Anna" }, text("pulled")),
    node("button", { href: "https://example.org/" }, text("button")),
    fold("summary", p("fold")),
    columns(p("left")),
    p("words"),
    table("cell"),
    node("codeBlock", { language: "js" }, text("code")),
    node("freeHtml", { html: "<p>free</p><script>document.title = 'ran'</script>" }),
    node("customContainer", { definition: AD }, p("container"), fold("inner", nested)),
  ];
  const vms_json = { format: "galley/1", doc: { type: "doc", content: blocks }, assets: {} };
  await openEditor(page, (await openArticle("bridge", { vms_json })).url);

  const place = () =>
    article(page).evaluate((root) => {
      const selected = root.querySelector(".is-selected");
      return selected === null ? (getSelection()?.anchorNode?.textContent ?? "") : selected.className.split(" ")[0];
    });
  const walk = async (key: string, steps: number) => {
    const places = [await place()];
    for (let step = 0; step < steps; step++) {
      await page.keyboard.press(key);
      places.push(await place());
    }
    return places;
  };
  await article(page).press("ControlOrMeta+Home");
  const way = [
    "callout",
    "pulled",
    "button",
    "summary",
    "fold",
    "left",
    "words",
    "cell",
    "code",
    "free-html",
    "container",
  ];
  expect(await walk("ArrowDown", 10)).toEqual(way);
  const back = (await walk("ArrowUp", 10)).reverse();
  expect(back).toEqual(way);

  // The fields of all that is around the cursor are there at once.
  await article(page).getByText("deep").click();
  await expect(article(page).locator(".has-cursor")).toHaveCount(5);
  await expect(page.getByRole("toolbar", { name: "Table" })).toBeVisible();
  await expectLooksRight(page, "every block, with the cursor in five of them");
  expect(await page.title()).not.toBe("ran");
});

test("Backspace after a block selects it, the next one removes it", async ({ page, openArticle }) => {
  const blocks = [node("button", { href: "https://example.org/" }, text("Press me")), p("After")];
  const vms_json = { format: "galley/1", doc: { type: "doc", content: blocks }, assets: {} };
  await openEditor(page, (await openArticle("bridge", { vms_json })).url);
  await article(page).getByText("After").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  await expect(article(page).locator(".button-block.is-selected")).toContainText("Press me");
  await expect(article(page).locator("p").last()).toHaveText("After");
  await page.keyboard.press("Backspace");
  await expect(article(page).locator(".button-block")).toHaveCount(0);
  await expect(article(page)).toHaveText("After");
});
