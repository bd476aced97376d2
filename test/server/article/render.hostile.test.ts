import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readState } from "../../../server/article/document.ts";
import { safeHref } from "../../../server/article/render/safe.ts";
import { renderArticle } from "../../../server/article/render.ts";
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

/** Names of all tags with their attributes in HTML. */
function shape(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>|</g)].map(([whole, tag, attributes]) =>
    tag === undefined ? `stray ${whole}` : `${tag}${(attributes ?? "").replace(/="[^"]*"/g, "")}`,
  );
}

describe("renderArticle", () => {
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

  const NO_LINKS =
    "javascript:alert(1)|JaVaScRiPt:alert(1)| javascript:alert(1)|java\nscript:alert(1)|\u0001javascript:x|java\tscript:x|" +
    "data:text/html,x|vbscript:x|file:///etc/passwd|blob:x|x:y|:|java&Tab;script:alert(1)||   ";
  it.each(NO_LINKS.split("|"))("leaves out the link to %j and keeps its text", (href) => {
    expect(render(inParagraph(text("click", link(href))))).toBe('<div class="galley-article"><p>click</p></div>');
  });

  const LINKS =
    "https://a.example/x HTTP://a.example mailto:a@b.example tel:+123 /p #a ?q=1:2 p/a:b //cdn.example/x page";
  it.each(LINKS.split(" "))("keeps the link to %s", (href) => {
    expect(safeHref(href)).toBe(href);
  });

  it("emits only its own tags and attributes for any text", () => {
    const anyText = fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { minLength: 1 })
      .map((codes) => String.fromCodePoint(...codes));
    const markup = `"><script>alert(1)</script>|' onerror=alert(1) '|</p></div><iframe>|<!--|]]>|&#60;script&#62;`;
    const pieces = [...markup.split("|"), "</style><svg onload=x>", "\u0000<b>", "\ud800"];
    const hostile = fc.oneof(anyText, fc.constantFrom(...pieces));
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
        const tags =
          "div class|div|p|a href rel|a|a class href download|figure class|figure|figcaption|img src alt loading";
        const allowed = new Set(tags.split("|"));
        expect(shape(html).filter((tag) => !allowed.has(tag))).toEqual([]);
        expect(html.isWellFormed()).toBe(true);
      }),
    );
  });
});
