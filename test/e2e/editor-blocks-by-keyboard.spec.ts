import { article, node, outline, p, saveVersion, slash, stateOf, words } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const AD = { name: "Ad", class: "ad wide", data: { slot: 7 }, more: { kept: ["as", "it", "is"] } };

test("every block can be written and passed through by keyboard", async ({ page, openArticle, edit }) => {
  await test.step("inserts, writes, leaves and saves each block by keyboard, and reopens it unchanged", async () => {
    await edit("bridge", { metadata: { customContainers: [AD] } });
    const { keyboard } = page;
    await slash(page, "callout");
    await keyboard.type("Mind\nthe gap\n\n");
    await keyboard.type("/pull quote\nWe shall see\n");
    await keyboard.type("/button\nRead on");
    await keyboard.press("Alt+F10");
    const target = page.getByRole("textbox", { name: "URL" });
    await expect(target).toBeFocused();
    await keyboard.type("java script");
    await expect(page.getByText("Not a valid link")).toBeVisible();
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
    await press(page, "Escape", "ArrowDown");
    await keyboard.type("/ad\ninside");
    await press(page, "ArrowDown", "ControlOrMeta+Alt+3");
    await keyboard.type("H");
    await keyboard.press("ControlOrMeta+,");
    await keyboard.type("2\n");
    await keyboard.type("- one\ntwo\n\n1. first");

    await saveVersion(page, 1);
    const reopened = await openArticle("bridge");
    const subscript = [{ type: "subscript" }];
    const doc = reopened.vms_json?.doc as { content: object[] };
    expect(doc.content).toEqual([
      node("callout", { tone: "note" }, p("Mind"), p("the gap")),
      node("pullQuote", { source: "" }, words("We shall see")),
      node("button", { href: "https://example.org/more" }, words("Read on today")),
      node(
        "details",
        { open: false },
        node("detailsSummary", null, words("Why?")),
        node("detailsContent", null, p("Because")),
      ),
      node("codeBlock", { language: "" }, words("a = 1\nb = 2")),
      node("columns", null, node("column", null, p("left")), node("column", null, p("right"))),
      node("horizontalRule", null),
      node("blockquote", null, p("said")),
      node("freeHtml", { html: "<b onclick=x>bold</b>" }),
      node("customContainer", { definition: AD }, p("inside")),
      node("heading", { level: 3 }, words("H"), { ...words("2"), marks: subscript }),
      node("bulletList", null, node("listItem", null, p("one")), node("listItem", null, p("two"))),
      node("orderedList", { start: 1 }, node("listItem", null, p("first"))),
    ]);
    const shown = await (await page.request.get(String(reopened.previewUrl))).text();
    for (const part of ['class="ad wide"', 'data-slot="7"', "<b>bold</b>", "<summary>Why?</summary>", "<sub>2</sub>"])
      expect(shown).toContain(part);
  });

  await test.step("arrows pass through every block; Backspace selects a block before removing it", async () => {
    const table = (text: string) => node("table", null, node("tableRow", null, node("tableHeader", null, p(text))));
    const fold = (summary: string, block: object) =>
      node(
        "details",
        { open: true },
        node("detailsSummary", null, words(summary)),
        node("detailsContent", null, block),
      );
    const columns = (block: object) =>
      node("columns", null, node("column", null, block), node("column", null, p("beside")));
    const nested = columns(node("callout", { tone: "warning" }, table("deep")));
    const vms_json = stateOf(
      node("callout", { tone: "tip" }, p("callout")),
      node("pullQuote", { source: "Anna" }, words("pulled")),
      node("button", { href: "https://example.org/" }, words("button")),
      p("after it"),
      fold("summary", p("fold")),
      columns(p("left")),
      p("words"),
      table("cell"),
      node("codeBlock", { language: "js" }, words("code")),
      node("freeHtml", { html: "<p>free</p><script>document.title = 'ran'</script>" }),
      node("customContainer", { definition: AD }, p("container"), fold("inner", nested)),
    );
    await edit("walk", { vms_json });

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
    const beginning = ["callout", "pulled", "button", "after it", "summary", "fold"];
    const way = [...beginning, "left", "words", "cell", "code", "free-html", "container"];
    expect(await walk("ArrowDown", way.length - 1)).toEqual(way);
    expect((await walk("ArrowUp", way.length - 1)).reverse()).toEqual(way);
    // In a narrow window the columns are stacked.
    await page.setViewportSize({ width: 600, height: 800 });
    await article(page).getByText("left").click();
    expect(await walk("ArrowDown", 2)).toEqual(["left", "beside", "words"]);
    expect(await walk("ArrowUp", 2)).toEqual(["words", "beside", "left"]);
    await page.setViewportSize({ width: 1280, height: 800 });

    // The fields of all blocks around the cursor are shown together.
    await article(page).getByText("deep").click();
    await expect(article(page).locator(".has-cursor")).toHaveCount(5);
    await expect(page.getByRole("toolbar", { name: "Table" })).toBeVisible();
    await expectLooksRight(page, "every block, with the cursor in five of them");
    expect(await page.title()).not.toBe("ran");

    await article(page).getByText("after it").click();
    await press(page, "Home", "Backspace");
    await expect(article(page).locator(".button-block.is-selected")).toContainText("button");
    expect(await outline(page)).toContain("p: after it");
    await page.keyboard.press("Backspace");
    await expect(article(page).locator(".button-block")).toHaveCount(0);
    expect(await outline(page)).toContain("p: after it");
  });
});
