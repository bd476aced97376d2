import { describe, expect, it } from "vitest";
import { galleryRatio, galleryRows, inRows } from "../../../server/article/layout.ts";
import { nodeSpecs } from "../../../server/article/schema.ts";
import { block, body, figure, IMG, type Json, LATER, p, page, render, t } from "./rendered.ts";

const table = (...rows: Json[]) => block("table", {}, ...rows);
const row = (...cells: Json[]) => block("tableRow", {}, ...cells);
const th = (text: string, attrs = {}) => block("tableHeader", attrs, p(text));
const td = (text: string, attrs = {}) => block("tableCell", attrs, p(text));
const strip = figure({ file: "strip.jpg", focusY: 0 });
const AD = { class: ["ad", 'ad-"wide"'], data: { Place: "<top>", "no name": 1, on: true } };
const FRAME_MAY =
  ' sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms"' +
  ' allow="autoplay https://www.youtube-nocookie.com; fullscreen https://www.youtube-nocookie.com; encrypted-media https://www.youtube-nocookie.com; picture-in-picture https://www.youtube-nocookie.com"';

/** The HTML of each block of the schema. */
const CASES: [what: string, blocks: Json[], html: string][] = [
  ["a paragraph", [p("Text")], "<p>Text</p>"],
  ["a heading", [block("heading", { level: 3 }, "Title")], "<h3>Title</h3>"],
  ["a list", [block("bulletList", {}, block("listItem", {}, p("one")))], "<ul><li>one</li></ul>"],
  [
    "a numbered list",
    [block("orderedList", { start: 4 }, block("listItem", {}, p("four")))],
    '<ol start="4"><li>four</li></ol>',
  ],
  ["a quotation", [block("blockquote", {}, p("q"))], "<blockquote><p>q</p></blockquote>"],
  [
    "pull quotes with and without a source, but none without text",
    [
      block("pullQuote", { source: "A. B." }, "Big words"),
      block("pullQuote", {}, "Big words"),
      block("pullQuote", { source: "A. B." }),
    ],
    '<aside class="galley-pullquote"><blockquote><p>Big words</p><footer>A. B.</footer></blockquote></aside>' +
      '<aside class="galley-pullquote"><blockquote><p>Big words</p></blockquote></aside>',
  ],
  [
    "a figure with caption and credit",
    [figure({ credit: "Photo: C." }, "Caption")],
    `<figure class="galley-figure">${IMG}<figcaption>Caption <small class="galley-credit">Photo: C.</small></figcaption></figure>`,
  ],
  [
    "a figure that is a link",
    [figure({ href: "https://x.example/?a&b" })],
    `<figure class="galley-figure"><a href="https://x.example/?a&amp;b" rel="noopener">${IMG}</a></figure>`,
  ],
  [
    "a linked figure without a description, labelled by host or caption",
    [figure({ href: "https://www.x.example/a", alt: "" }), figure({ href: "/a", alt: "" }, "Cap")],
    `<figure class="galley-figure"><a href="https://www.x.example/a" rel="noopener" aria-label="x.example">${IMG.replace("A cat", "")}</a></figure>` +
      `<figure class="galley-figure"><a href="/a" rel="noopener" aria-label="Cap">${LATER.replace("A cat", "")}</a><figcaption>Cap</figcaption></figure>`,
  ],
  [
    "a full-width figure cropped around its focal point, and a wide one uncropped",
    [figure({ width: "full", focusX: 10, focusY: 90 }), figure({ width: "wide", focusX: 10 })],
    `<figure class="galley-figure galley-full">${IMG.replace(" decoding", ' style="object-position:10% 90%" decoding')}</figure>` +
      `<figure class="galley-figure galley-wide">${LATER}</figure>`,
  ],
  [
    "a gallery in rows of equal height, with a strip cropped around its focal point",
    [block("gallery", { columns: 2 }, figure({ focusX: 0, width: "full" }, "One"), strip, figure())],
    '<div class="galley-gallery" role="group"><div class="galley-row" style="--galley-ratio:1.7333"><div class="galley-pair" style="--galley-ratio:1.7333">' +
      `<figure class="galley-figure" style="flex:1.3333">${IMG}<figcaption>One</figcaption></figure>` +
      '<figure class="galley-figure" style="flex:0.4"><img src="dummy-strip.jpg" alt="A cat" width="100" height="1000" style="aspect-ratio:0.4;object-fit:cover;object-position:50% 0%" loading="lazy" decoding="async"></figure></div></div>' +
      '<div class="galley-row" style="--galley-ratio:1.3333"><div class="galley-pair" style="--galley-ratio:1.3333">' +
      `<figure class="galley-figure" style="flex:1.3333">${LATER}</figure></div></div></div>`,
  ],
  [
    "a video, and one whose poster is not a picture",
    [
      block("video", { file: "v.mp4", poster: "p.jpg", title: "The film" }, "Caption"),
      block("video", { file: "v.mp4", poster: "d.pdf" }),
    ],
    '<figure class="galley-figure"><video src="dummy-v.mp4" width="1920" height="1080" poster="dummy-p.jpg" controls preload="metadata" aria-label="The film"></video><figcaption>Caption</figcaption></figure>' +
      '<figure class="galley-figure"><video src="dummy-v.mp4" width="1920" height="1080" controls preload="metadata"></video></figure>',
  ],
  [
    "an audio file",
    [block("audio", { file: "a.mp3", title: "The sound" }, "Caption")],
    '<figure class="galley-figure"><audio src="dummy-a.mp3" controls preload="metadata" aria-label="The sound"></audio><figcaption>Caption</figcaption></figure>',
  ],
  [
    "a video block whose file is not a video",
    [block("video", { file: "d.pdf", title: "T" })],
    '<figure class="galley-figure"><a class="galley-file" href="dummy-d.pdf" download>T</a></figure>',
  ],
  [
    "a file to download",
    [block("fileDownload", { file: "d.pdf", title: "Report" }), block("fileDownload", { file: "a.mp3" })],
    '<p class="galley-download"><a class="galley-file" href="dummy-d.pdf" download>Report</a> <span>PDF, 1.2 MB</span></p>' +
      '<p class="galley-download"><a class="galley-file" href="dummy-a.mp3" download>a.mp3</a> <span>MP3, 999 bytes</span></p>',
  ],
  [
    "a placeholder for a picture",
    [block("mediaPlace", { source: "https://x.example/a.jpg", alt: "A boat" }, "Boats"), block("mediaPlace")],
    '<figure class="galley-figure"><figcaption>Boats</figcaption></figure>',
  ],
  [
    "a link card",
    [block("linkEmbed", { href: "https://user@www.x.example:8443/a", title: "Title", description: "About it" })],
    '<a class="galley-card" href="https://user@www.x.example:8443/a" rel="noopener"><strong>Title</strong><span>About it</span><span>x.example:8443</span></a>',
  ],
  [
    "link cards without a title, a safe URL, or both",
    [
      block("linkEmbed", { href: "//x.example/a" }),
      block("linkEmbed", { href: "javascript:alert(1)", title: "T" }),
      block("linkEmbed", { href: "data:x" }),
    ],
    '<a class="galley-card" href="//x.example/a" rel="noopener"><strong>x.example</strong></a>' +
      '<div class="galley-card"><strong>T</strong></div>',
  ],
  [
    "an embedded video",
    [block("embed", { href: "https://youtu.be/dQw4w9WgXcQ?t=9", title: "A <b>", shape: "4:3" }, "Cap")],
    '<figure class="galley-figure galley-embed"><iframe class="galley-frame" title="YouTube: A &lt;b&gt;" style="aspect-ratio:4/3" srcdoc="CARD"' +
      FRAME_MAY +
      ' referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe><figcaption>Cap <small>' +
      '<a class="galley-embed-link" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=9s" rel="noopener">YouTube: A &lt;b&gt;</a></small></figcaption></figure>',
  ],
  [
    "an embedded short video with a still of the article behind the frame",
    [block("embed", { href: "https://www.youtube.com/shorts/dQw4w9WgXcQ", poster: "p.jpg" })],
    '<figure class="galley-figure galley-embed"><div class="galley-screen" style="max-width:22rem">' +
      IMG.replace("A cat", "") +
      '<iframe class="galley-frame" title="YouTube" style="aspect-ratio:9/16;max-width:22rem" srcdoc="CARD"' +
      FRAME_MAY +
      ' referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe></div><figcaption><small>' +
      '<a class="galley-embed-link" href="https://www.youtube.com/shorts/dQw4w9WgXcQ" rel="noopener">YouTube</a></small></figcaption></figure>',
  ],
  [
    "an embed of a host that is not allowed, of an unsafe URL, and without a URL",
    [
      block("embed", { href: "https://x.example/film", title: "T" }, "Cap"),
      block("embed", { href: "javascript:alert(1)", title: "T" }),
      block("embed"),
    ],
    '<figure class="galley-figure"><a class="galley-card" href="https://x.example/film" rel="noopener"><strong>T</strong><span>x.example</span></a><figcaption>Cap</figcaption></figure>' +
      '<figure class="galley-figure"><div class="galley-card"><strong>T</strong></div></figure>',
  ],
  [
    "a table with a head",
    [table(row(th("A"), th("B", { colspan: 2 })), row(th("C", { rowspan: 2 }), td("1"), th("D")))],
    '<div class="galley-table" role="group" tabindex="0"><table>' +
      '<thead><tr><th scope="col">A</th><th scope="col" colspan="2">B</th></tr></thead>' +
      '<tbody><tr><th scope="row" rowspan="2">C</th><td>1</td><th scope="col">D</th></tr></tbody>' +
      "</table></div>",
  ],
  [
    "tables whose first row is not a head, one with column widths",
    [
      table(row(th("A", { colwidth: [120] }), td("B", { colspan: 3, colwidth: [80, 0] }))),
      table(row(th("A", { rowspan: 2 })), row()),
    ],
    '<div class="galley-table" role="group" tabindex="0"><table><colgroup><col style="width:120px"><col style="width:80px"><col><col span="1"></colgroup>' +
      '<tbody><tr><th scope="row">A</th><td colspan="3">B</td></tr></tbody></table></div>' +
      '<div class="galley-table" role="group" tabindex="0"><table><tbody><tr><th scope="row" rowspan="2">A</th></tr><tr></tr></tbody></table></div>',
  ],
  [
    "a table with number columns",
    [
      table(
        row(th("Line"), th("Riders"), th("Change")),
        row(td("12"), td("1,204"), td("−3 %")),
        row(td("Night"), td("€ 88.50"), td("–")),
      ),
    ],
    '<div class="galley-table" role="group" tabindex="0"><table>' +
      '<thead><tr><th scope="col">Line</th><th scope="col" class="galley-number">Riders</th><th scope="col" class="galley-number">Change</th></tr></thead>' +
      '<tbody><tr><td>12</td><td class="galley-number">1,204</td><td class="galley-number">−3 %</td></tr>' +
      '<tr><td>Night</td><td class="galley-number">€ 88.50</td><td class="galley-number">–</td></tr></tbody></table></div>',
  ],
  [
    "columns",
    [block("columns", {}, block("column", {}, p("L")), block("column", {}, p("R")))],
    '<div class="galley-columns"><div><p>L</p></div><div><p>R</p></div></div>',
  ],
  [
    "a callout",
    [block("callout", { tone: "warning" }, p("Mind the gap"))],
    '<div class="galley-callout galley-callout-warning" role="note"><p>Mind the gap</p></div>',
  ],
  [
    "a button",
    [
      block("button", { href: "https://x.example" }, "Buy"),
      block("button", { href: "vbscript:x" }, "No"),
      block("button"),
    ],
    '<div class="galley-press"><a class="galley-button" href="https://x.example" rel="noopener">Buy</a></div><p>No</p>',
  ],
  [
    "details",
    [
      block("details", { open: true }, block("detailsSummary", {}, "More"), block("detailsContent", {}, p("of it"))),
      block("details", {}, block("detailsSummary"), block("detailsContent", {}, p())),
    ],
    '<details class="galley-details" open><summary>More</summary><p>of it</p></details>',
  ],
  ["a rule", [block("horizontalRule")], "<hr>"],
  [
    "code",
    [block("codeBlock", { language: "C++" }, "\na < b\n"), block("codeBlock", { language: 'js" x="' }, "1")],
    '<pre tabindex="0"><code class="language-c++">\na &lt; b\n</code></pre><pre tabindex="0"><code>1</code></pre>',
  ],
  [
    "free HTML",
    [
      block("freeHtml", { html: "<p onclick=x>A<script>1</script><b>c" }),
      block("freeHtml", { html: "<script></script>" }),
    ],
    '<section class="galley-html"><p>A<b>c</b></p></section>',
  ],
  [
    "a container of the site",
    [block("customContainer", { definition: { name: "Ad", ...AD } }, p("x")), block("customContainer", {}, p("y"))],
    '<div class="ad ad-&quot;wide&quot;" data-place="&lt;top&gt;" data-on="true"><p>x</p></div><div><p>y</p></div>',
  ],
];

const item = (...content: Json[]) => block("listItem", {}, ...content);

describe("renderArticle", () => {
  it("leaves out empty blocks", () => {
    const blank = [p(), p(" \u00a0 "), p({ type: "hardBreak" }), block("heading", { level: 2 })];
    expect(body(...blank, p("Text"), ...blank)).toBe("<p>Text</p>");
    expect(body(block("blockquote", {}, p()), block("callout", {}, p()), block("bulletList", {}, item(p())))).toBe("");
    expect(body(block("blockquote", {}, p(), p("q"), p()))).toBe("<blockquote><p>q</p></blockquote>");
    expect(body(block("customContainer", {}, p()))).toBe("<div></div>");
    // Later items keep their numbers.
    expect(body(block("orderedList", {}, item(p("1")), item(p()), item(p("3"))))).toBe(
      "<ol><li>1</li><li></li><li>3</li></ol>",
    );
  });

  it("omits the paragraph tag of an item or cell with only one paragraph", () => {
    const inner = block("orderedList", {}, item(p("two", { type: "hardBreak" }, "lines")));
    const items = [item(p("one"), inner), item(p("a"), p("b")), item(p("q"), block("blockquote", {}, p("r")))];
    expect(body(block("bulletList", {}, ...items))).toBe(
      "<ul><li>one<ol><li>two<br>lines</li></ol></li><li><p>a</p><p>b</p></li><li><p>q</p><blockquote><p>r</p></blockquote></li></ul>",
    );
    const cells = [block("tableCell", {}, p("a"), p("b")), block("tableCell", {}, p())];
    expect(body(table(row(...cells)))).toContain("<td><p>a</p><p>b</p></td><td></td>");
  });

  it.each(CASES)("renders %s", (_what, blocks, html) => {
    expect(body(...blocks)).toBe(html);
  });

  it("has a case for every block of the schema", () => {
    const seen = new Set<string>();
    const visit = ({ type, content = [] }: Json) => {
      seen.add(type);
      for (const child of content) visit(child);
    };
    for (const [, blocks] of CASES) for (const each of blocks) visit(each);
    const inLines = ["doc", "hardBreak"];
    expect(Object.keys(nodeSpecs).filter((name) => !seen.has(name) && !inLines.includes(name))).toEqual([]);
  });

  it("nests marks in the schema's order, and leaves out unsafe links and fonts", () => {
    const font = (family: string) => ({ type: "font", attrs: { family } });
    const link = (href: string) => ({ type: "link", attrs: { href } });
    expect(
      body(
        p(
          t("a", link("/x"), font("PT Serif-2"), { type: "bold" }, { type: "italic" }, { type: "strike" }),
          t("b", link("/x"), font("Ёлка")),
          { type: "hardBreak" },
          t("2", { type: "superscript" }),
          t("3", { type: "subscript" }),
          t("<c>", { type: "code" }),
          t("d", font("x';color:red")),
          t("e", font(" ")),
          t("f", font("a\\27")),
          t("g", link("javascript:x")),
        ),
      ),
    ).toBe(
      '<p><a href="/x" rel="noopener"><span style="font-family:\'PT Serif-2\'"><strong><em><s>a</s></em></strong></span>' +
        "<span style=\"font-family:'Ёлка'\">b</span></a><br><sup>2</sup><sub>3</sub><code>&lt;c&gt;</code>defg</p>",
    );
  });

  it("sets the article's language, and formats file sizes in it", () => {
    const blocks = [block("fileDownload", { file: "d.pdf", title: "Отчёт" })];
    expect(render(blocks, { lang: "ru" }).replace("\u00a0", " ")).toBe(
      '<div class="galley-article" lang="ru"><p class="galley-download"><a class="galley-file" href="dummy-d.pdf" download>Отчёт</a> <span>PDF, 1,2 МБ</span></p></div>',
    );
    expect(render(blocks, { lang: "en-latin-latin" })).toContain("PDF, 1.2");
  });

  it("keeps only the text of blocks whose files are missing", () => {
    const gone = { file: "gone.jpg", title: "T", poster: "p.jpg" };
    const { poster: _poster, ...other } = gone;
    expect(
      body(
        figure({ file: "gone.jpg", credit: "C", href: "/x", width: "full" }, "one"),
        figure({ file: "constructor" }),
        block("gallery", {}, figure({ file: "gone.jpg" })),
        block("gallery", {}, figure({ file: "gone.jpg" }, "two"), figure({ file: "" })),
        block("video", gone, "three"),
        block("audio", other),
        block("fileDownload", { file: "gone.jpg", title: "four" }),
        block("fileDownload", { file: "__proto__" }),
      ),
    ).toBe(
      '<figure class="galley-figure"><figcaption>one</figcaption></figure>' +
        '<div class="galley-gallery" role="group"><div class="galley-row" style="--galley-ratio:1.5"><div class="galley-pair" style="--galley-ratio:1.5"><figure class="galley-figure" style="flex:1.5"><figcaption>two</figcaption></figure></div></div></div>' +
        '<figure class="galley-figure"><figcaption>three</figcaption></figure><p>four</p>',
    );
  });

  it("loads a file that only the site has from the site's URL, if that is safe", () => {
    const at = (src: string) => render([figure()], {}, { "p.jpg": { type: "image/png", src } });
    expect(at("https://x.example/p.png?a&b")).toContain('src="https://x.example/p.png?a&amp;b"');
    for (const src of ["javascript:alert(1)", "mailto:x@y.example", "data:image/png;base64,AA", ""])
      expect(at(src)).toBe('<div class="galley-article"></div>');
    expect(render([figure({ file: "a b.jpg" })], {}, { "a b.jpg": { type: "image/png" } })).not.toContain("<img");
  });

  it("includes only needed style rules, each once and scoped to the article", () => {
    const styleOf = (blocks: Json[]) => /<style>(.*?)<\/style>/.exec(page(blocks))?.[1] ?? "";
    expect(styleOf([p("plain")])).not.toContain("galley-figure");
    expect(styleOf([figure(), figure()]).length).toBeLessThan(styleOf([p("plain")]).length + 700);
    const all = styleOf(CASES.flatMap(([, blocks]) => blocks));
    const selectors = [...all.replaceAll(/@media[^{]*\{(.*?\})\}/g, "$1").matchAll(/([^{}]+)\{[^{}]*\}/g)]
      // Commas inside brackets do not separate selectors.
      .flatMap(([, list]) => (list ?? "").split(/,(?=\.galley-article)/))
      .map((selector) => selector.trim());
    expect(selectors.length).toBeGreaterThan(40);
    // A rule may depend on the rest of the page, but styles only the article.
    const SCOPED = /^(:root:has\([^)]*\) )?(\.galley-article){1,2}(?=[ >]|$)/;
    expect(selectors.filter((selector) => !SCOPED.test(selector))).toEqual([]);
  });
});

const LANDSCAPE = 1.5;
const PORTRAIT = 0.667;
const PANORAMA = 4;

describe("galleryRows", () => {
  it.each<[what: string, ratios: number[], maxPerRow: number, rows: number[]]>([
    ["fills rows up to the maximum", new Array(6).fill(LANDSCAPE), 3, [3, 3]],
    ["balances rows: four pictures become two and two", new Array(4).fill(LANDSCAPE), 3, [2, 2]],
    ["puts the longer row first", new Array(5).fill(LANDSCAPE), 3, [3, 2]],
    ["gives a panorama its own row", [LANDSCAPE, LANDSCAPE, PANORAMA, LANDSCAPE, LANDSCAPE], 3, [2, 1, 2]],
    ["puts more portraits into a row", [PORTRAIT, PORTRAIT, PORTRAIT, LANDSCAPE, LANDSCAPE], 3, [3, 2]],
    ["puts one picture into each row", [LANDSCAPE, PORTRAIT], 1, [1, 1]],
    ["accepts one picture", [PORTRAIT], 3, [1]],
    ["accepts no picture", [], 3, []],
  ])("%s", (_what, ratios, maxPerRow, rows) => expect(galleryRows(ratios, maxPerRow)).toEqual(rows));

  it("keeps the order of 100,000 pictures", () => {
    const ratios = Array.from({ length: 100_000 }, (_, index) => 0.4 + ((index * 7) % 37) / 10);
    const rows = galleryRows(ratios, 6);
    expect(Math.max(...rows)).toBeLessThanOrEqual(6);
    const pictures = ratios.map((ratio) => ({ ratio }));
    expect(inRows(pictures, 6).flat()).toEqual(pictures);
  });

  it("limits extreme ratios, and assumes 1.5 for an unknown size", () => {
    expect(galleryRatio(640, 480)).toEqual({ ratio: 1.3333, isCut: false });
    expect(galleryRatio(100, 1_000)).toEqual({ ratio: 0.4, isCut: true });
    expect(galleryRatio(10_000, 100)).toEqual({ ratio: 4, isCut: true });
    for (const size of [undefined, null, "640", 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(galleryRatio(size, 480)).toEqual({ ratio: 1.5, isCut: false });
  });
});
