import { node, p, words } from "./editor-page.ts";
import { expect, FULL, test } from "./fixtures.ts";
import { fragmentOf } from "./rendered.ts";

const heading = (level: number, text: string) => node("heading", { level }, words(text));
const item = (...content: object[]) => node("listItem", null, ...content);
const cell = (type: "tableHeader" | "tableCell", text: string) => node(type, null, p(text));
const caption = words("The harbour at five in the morning.");
const empty = node("paragraph", null);

const LONG =
  "The harbour was dark when the first boats came in, and no one on the quay said a word until the ropes were fast.";

const ARTICLE = [
  empty,
  p(LONG),
  p(LONG),
  heading(2, "The night before"),
  p(LONG),
  node("bulletList", null, item(p("nets")), item(p("ropes"), node("bulletList", null, item(p("old ones"))))),
  node("orderedList", null, item(p("out")), item(p("in"))),
  empty,
  p(LONG),
  node("figure", { file: "p.png", alt: "" }, caption),
  p(LONG),
  node("blockquote", null, p(LONG), p(LONG)),
  heading(3, "At sea"),
  node("callout", { tone: "tip" }, p("Mind the tide."), p("It comes twice.")),
  p(LONG),
  node(
    "table",
    null,
    node("tableRow", null, cell("tableHeader", "Boat"), cell("tableHeader", "Catch")),
    node("tableRow", null, cell("tableCell", "Mary"), cell("tableCell", "12")),
  ),
  node("pullQuote", { source: "A. B." }, words("We came back.")),
  node("columns", null, node("column", null, p("left"), p("left too")), node("column", null, p("right"))),
  node("codeBlock", null, words("a = 1")),
  node("freeHtml", { html: "<p>One</p><p>Two</p>" }),
  p(LONG),
  empty,
];

const PICTURE = { "p.png": { type: "image/png", width: 640, height: 320, src: "https://media.invalid/p.png" } };

/** Rules that widely used themes apply to the content; all use the same font here. */
const THEMES = {
  none: "",
  reset: "*{margin:0;padding:0;box-sizing:border-box}ul,ol{list-style:none}img{display:block;max-width:100%}",
  blocks:
    "p,figure,blockquote,ul,ol,h1,h2,h3,h4{margin:0}.entry-content>*+*{margin-top:30px}.entry-content>*{max-width:40rem;margin-inline:auto}",
  classic:
    ".entry-content p,.entry-content li,.entry-content h2,.entry-content h3,.entry-content figure{margin:0}" +
    ".entry-content ul,.entry-content ol{list-style:none;margin:0;padding:0}.entry-content blockquote{margin:0 40px}",
} as const;

const TYPOGRAPHY = "body{font:18px/1.5 Georgia,serif;margin:24px}h2{font-size:27px}h3{font-size:21px}";

/** Runs in the page: gaps between neighbouring blocks in px, as "p p 20.7". */
const measure = () => {
  const gapsIn = (holder: Element): string[] => {
    const blocks = [...holder.children].filter((child) => child.localName !== "style");
    const name = (element: Element) =>
      (element.className.split(" ")[0] ?? "").replace("galley-", "") || element.localName;
    return blocks.slice(1).map((block, index) => {
      const before = blocks[index] as Element;
      const gap = block.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
      return `${name(before)} ${name(block)} ${Math.round(gap * 10) / 10}`;
    });
  };
  const article = document.querySelector(".galley-article");
  if (article === null) throw new Error("The page has no article");
  const inside = (selector: string) => [...article.querySelectorAll(selector)].flatMap((each) => gapsIn(each));
  const first = [...article.children].find((child) => child.localName !== "style");
  return {
    gaps: gapsIn(article),
    items: inside("ul,ol"),
    nested: [...article.querySelectorAll("li > ul")].map((list) => getComputedStyle(list).marginTop),
    containers: inside("blockquote,.galley-callout,.galley-columns>div,.galley-html"),
    edges: [article.getBoundingClientRect(), first?.getBoundingClientRect()].map((box) => box?.top),
    bullets: [...article.querySelectorAll("ul,ol")].map((list) => getComputedStyle(list).listStyleType),
    indent: [...article.querySelectorAll("ul,ol")].map((list) => getComputedStyle(list).paddingLeft),
  };
};

test("the fragment keeps its spacing in every theme and follows the page's spacing variables", async ({ page }) => {
  const html = fragmentOf(ARTICLE, PICTURE);
  expect(html).not.toContain("<p></p>");
  expect(html).not.toContain("<li><p>");
  await page.route("**/*", (route) => route.abort());
  const show = async (css: string) => {
    await page.setContent(
      `<!doctype html><html lang="en"><title>x</title><style>${TYPOGRAPHY}${css}</style><div class="entry-content"><p>The site's own line.</p>${html}</div>`,
      { waitUntil: "domcontentloaded" },
    );
    return await page.evaluate(measure);
  };
  for (const width of FULL ? [1280, 390] : [390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, css] of Object.entries(THEMES)) {
      const seen = await show(css);
      expect
        .soft(seen.gaps, name)
        .toEqual([
          "p p 20.7",
          "p h2 48.6",
          "h2 p 10.8",
          "p ul 20.7",
          "ul ol 20.7",
          "ol p 20.7",
          "p figure 32.4",
          "figure p 32.4",
          "p blockquote 32.4",
          "blockquote h3 37.8",
          "h3 callout 10.8",
          "callout p 32.4",
          "p table 32.4",
          "table pullquote 32.4",
          "pullquote columns 32.4",
          "columns pre 32.4",
          "pre html 32.4",
          "html p 32.4",
        ]);
      expect.soft(seen.items, name).toEqual(["li li 4.5", "li li 4.5"]);
      expect.soft(seen.nested, name).toEqual(["4.5px"]);
      // In a quotation, a callout, a column and free HTML.
      expect.soft(seen.containers, name).toEqual(["p p 20.7", "p p 20.7", "p footer 9.4", "p p 20.7", "p p 20.7"]);
      // The first block has no margin at the fragment's edge: the page spaces the fragment.
      expect.soft(seen.edges[0], name).toBe(seen.edges[1]);
      expect.soft(seen.bullets, name).toEqual(["disc", "circle", "decimal"]);
      expect.soft(seen.indent, name).toEqual(["27px", "27px", "27px"]);
    }
  }

  const customized = await show(
    `${THEMES.classic}.galley-article{--galley-gap:2em;--galley-gap-heading:10px;--galley-gap-under-heading:0px;--galley-gap-block:3em;--galley-gap-item:1em;--galley-list-indent:1em}`,
  );
  expect(customized.gaps.slice(0, 4)).toEqual(["p p 36", "p h2 10", "h2 p 0", "p ul 36"]);
  expect(customized.gaps).toContain("p figure 54");
  expect(customized.items).toEqual(["li li 18", "li li 18"]);
  expect(customized.indent[0]).toBe("18px");
});

/** Kinds of page layouts around the fragment. */
const LAYOUTS: Record<string, { css: string; page: (html: string) => string; hasSidebar?: true }> = {
  "a centred column": {
    css: "main{max-width:40rem;margin:0 auto;padding:0 1rem}",
    page: (html) => `<main>${html}</main>`,
  },
  "centred children of the content": {
    css: ".entry-content>*{max-width:min(calc(100vw - 2rem),610px);margin-inline:auto}",
    page: (html) =>
      `<div><main><div class="entry-content">${html}</div></main></div><aside class="widget-area">Footer</aside>`,
  },
  "a layout of blocks with padding": {
    css: ".wp-site-blocks{padding-inline:2rem}.is-layout-constrained>:where(*){max-width:650px;margin-inline:auto!important}",
    page: (html) => `<div class="wp-site-blocks"><main><div class="is-layout-constrained">${html}</div></main></div>`,
  },
  "a grid with named lines": {
    css: "main{display:grid;grid-template-columns:1fr min(40rem,100% - 2rem) 1fr}main>*{grid-column:2}",
    page: (html) => `<main>${html}</main>`,
  },
  "a flexible column": {
    css: "body>div{display:flex;flex-direction:column;align-items:center}article{width:100%;max-width:44rem;box-sizing:border-box;padding:0 20px}",
    page: (html) => `<div><article>${html}</article></div>`,
  },
  "figures limited to the column": {
    css: "main{max-width:40rem;margin:0 auto}figure{max-width:100%;margin:0 0 1em}img{max-width:100%;height:auto}*{box-sizing:border-box}",
    page: (html) => `<main>${html}</main>`,
  },
  "a framework's rows and columns": {
    css: ".container{max-width:1140px;margin:0 auto;padding:0 12px}.row{display:flex;flex-wrap:wrap;justify-content:center;margin:0 -12px}.col{flex:0 0 auto;width:100%;padding:0 12px;box-sizing:border-box}@media(min-width:992px){.col{width:66.6%}}",
    page: (html) => `<div class="container"><div class="row"><div class="col">${html}</div></div></div>`,
  },
  "a sidebar beside a flexible column": {
    css: "#page{display:flex;gap:2rem;max-width:1200px;margin:0 auto;padding:0 1rem}#primary{flex:1;min-width:0}#secondary{width:300px}@media(max-width:900px){#page{display:block}#secondary{width:auto}}",
    page: (html) => `<div id="page"><div id="primary">${html}</div><div id="secondary">Latest</div></div>`,
    hasSidebar: true,
  },
  "a sidebar in a grid": {
    css: "body>div{display:grid;grid-template-columns:minmax(0,1fr) 18rem;gap:2rem;padding:0 1rem}@media(max-width:900px){body>div{grid-template-columns:minmax(0,1fr)}}",
    page: (html) => `<div><main>${html}</main><aside>Latest</aside></div>`,
    hasSidebar: true,
  },
  "a column that clips": {
    css: "main{max-width:40rem;margin:0 auto;overflow:hidden}",
    page: (html) => `<main>${html}</main>`,
  },
};

test("wide and full pictures exceed the column but never the screen, and never cover a sidebar", async ({ page }) => {
  const figure = (width: string) => node("figure", { file: "p.png", alt: "", width }, caption);
  const html = fragmentOf([p(LONG), figure("wide"), p(LONG), figure("full"), p(LONG), figure("text")], {
    "p.png": { ...PICTURE["p.png"], width: 2560, height: 1280 },
  });
  await page.route("**/*", (route) => route.abort());
  for (const [name, { css, page: around, hasSidebar }] of Object.entries(LAYOUTS))
    for (const width of FULL ? [360, 390, 768, 1280, 1920] : [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(`<!doctype html><title>x</title><style>body{margin:0}${css}</style>${around(html)}`, {
        waitUntil: "domcontentloaded",
      });
      const seen = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const [text, wide, full] = [box(".galley-article p"), box(".galley-wide img"), box(".galley-full img")];
        const sidebar = box("#secondary,main~aside");
        return {
          scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          left: Math.min(wide.left, full.left),
          right: Math.max(wide.right, full.right),
          wider: [wide.width - text.width, full.width - wide.width],
          isUnderSidebar: sidebar.top < full.bottom && sidebar.left < full.right,
        };
      });
      const where = `${name} at ${width}`;
      expect.soft(seen.scrolls, where).toBe(false);
      expect.soft(seen.left, where).toBeGreaterThanOrEqual(0);
      expect.soft(seen.right, where).toBeLessThanOrEqual(width);
      if (hasSidebar) expect.soft(seen.isUnderSidebar, where).toBe(false);
      // Beside a sidebar and on a phone, there is no room beyond the column.
      if (!hasSidebar && width >= 1280) expect.soft(Math.min(...seen.wider), where).toBeGreaterThan(30);
    }
});
