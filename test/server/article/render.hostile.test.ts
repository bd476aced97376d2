import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readState } from "../../../server/article/document.ts";
import { renderArticle, safeHref } from "../../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../../server/articles/versions/free-html.ts";

function render(content: unknown[], assets: Record<string, object> = {}): string {
  const read = readState({ format: "galley/1", doc: { type: "doc", content }, assets: {} });
  if (!read.ok) throw new Error(read.problem);
  return renderArticle(read.doc, assets, { freeHtml: freeHtmlSanitizer() }).replace(/<style>.*?<\/style>/, "");
}
const inParagraph = (...content: unknown[]) => [{ type: "paragraph", content }];
const text = (value: string, ...marks: unknown[]) => ({
  type: "text",
  text: value,
  ...(marks.length > 0 && { marks }),
});
const link = (href: string) => ({ type: "link", attrs: { href } });

/** Names of all tags and attributes in a piece of HTML, read as a tokenizer does. */
function shape(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>|</g)].map(([whole, tag, attributes]) =>
    tag === undefined ? `stray ${whole}` : `${tag}${(attributes ?? "").replace(/="[^"]*"/g, "")}`,
  );
}

describe("renderArticle", () => {
  it("renders every node and mark", () => {
    const html = render(
      [
        { type: "heading", attrs: { level: 2 }, content: [text("T")] },
        {
          type: "paragraph",
          content: [
            text("a ", link("https://x.example/?a=1&b=2")),
            text("b", link("https://x.example/?a=1&b=2"), { type: "bold" }),
            { type: "hardBreak" },
            text("c", { type: "italic" }),
          ],
        },
        { type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("1")] }] }] },
        { type: "orderedList", attrs: { start: 4 }, content: [{ type: "listItem", content: [{ type: "paragraph" }] }] },
        { type: "blockquote", content: [{ type: "paragraph", content: [text("q")] }] },
        { type: "figure", attrs: { file: "p-1.jpg", alt: 'A "cat"' }, content: [text("cap")] },
      ],
      { "p-1.jpg": { type: "image/jpeg", width: 640, height: 480 } },
    );
    expect(html).toBe(
      '<div class="galley-article"><h2>T</h2>' +
        '<p><a href="https://x.example/?a=1&amp;b=2" rel="noopener">a <strong>b</strong></a><br><em>c</em></p>' +
        "<ul><li>1</li></ul>" +
        "<blockquote><p>q</p></blockquote>" +
        '<figure class="galley-figure"><img src="dummy-p-1.jpg" alt="A &quot;cat&quot;" width="640" height="480" decoding="async"><figcaption>cap</figcaption></figure></div>',
    );
  });

  it("shows video and audio with controls, and offers other files for download", () => {
    const figure = (file: string) => ({ type: "figure", attrs: { file, alt: "N" } });
    const html = render([figure("v.mp4"), figure("a.mp3"), figure("d.pdf")], {
      "v.mp4": { type: "video/mp4", width: 10, height: 20 },
      "a.mp3": { type: "audio/mpeg" },
      "d.pdf": { type: "application/pdf" },
    });
    expect(html).toContain(
      '<video src="dummy-v.mp4" width="10" height="20" controls preload="metadata" aria-label="N"></video>',
    );
    expect(html).toContain('<audio src="dummy-a.mp3" controls preload="metadata" aria-label="N"></audio>');
    expect(html).toContain('<a class="galley-file" href="dummy-d.pdf" download>N</a>');
  });

  it("never refers to a file that is not an asset, and keeps its caption", () => {
    const figures = ["gone.jpg", "constructor", "__proto__", ""].map((file) => ({
      type: "figure",
      attrs: { file },
      content: [text("cap")],
    }));
    const html = render(figures, {});
    expect(html).not.toContain("dummy-");
    expect(html.match(/<figcaption>cap<\/figcaption>/g)).toHaveLength(4);
    expect(render([{ type: "figure", attrs: { file: "gone.jpg" } }])).toBe('<div class="galley-article"></div>');
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:x",
    "java\tscript:x",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
    "x:y",
    ":",
    "java&Tab;script:alert(1)",
    "",
    "   ",
  ])("leaves out the link to %j and keeps its text", (href) => {
    expect(render(inParagraph(text("click", link(href))))).toBe('<div class="galley-article"><p>click</p></div>');
  });

  it.each([
    "https://a.example/x",
    "HTTP://a.example",
    "mailto:a@b.example",
    "tel:+123",
    "/p",
    "#a",
    "?q=1:2",
    "p/a:b",
    "//cdn.example/x",
    "page",
  ])("keeps the link to %s", (href) => {
    expect(safeHref(href)).toBe(href);
  });

  it("emits only its own tags and attributes, whatever the texts say", () => {
    const anyText = fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { minLength: 1 })
      .map((codes) => String.fromCodePoint(...codes));
    const hostile = fc.oneof(
      anyText,
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "' onerror=alert(1) '",
        "</p></div><iframe>",
        "<!--",
        "]]>",
        "&#60;script&#62;",
        "</style><svg onload=x>",
        "\u0000<b>",
        "\ud800",
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (a, b, c) => {
        const html = render(
          [
            ...inParagraph(text(a), text(b, link(c))),
            { type: "figure", attrs: { file: a, alt: b }, content: [text(c)] },
            { type: "figure", attrs: { file: b, alt: a } },
          ],
          Object.fromEntries([
            [a, { type: c, width: c, height: -1 }],
            [b, { width: 1e9 }],
          ]),
        );
        const allowed = new Set([
          "div class",
          "div",
          "p",
          "a href rel",
          "a",
          "a class href download",
          "figure class",
          "figure",
          "figcaption",
          "img src alt loading",
        ]);
        expect(shape(html).filter((tag) => !allowed.has(tag))).toEqual([]);
        expect(html.isWellFormed()).toBe(true);
      }),
    );
  });
});
