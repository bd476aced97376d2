import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeHref } from "../../../server/article/render/safe.ts";
import { figure, p, render, t } from "./rendered.ts";

const link = (href: string) => ({ type: "link", attrs: { href } });

/** Names of all tags with their attributes in HTML. */
function shape(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>|</g)].map(([whole, tag, attributes]) =>
    tag === undefined ? `stray ${whole}` : `${tag}${(attributes ?? "").replace(/="[^"]*"/g, "")}`,
  );
}

describe("renderArticle", () => {
  const NO_LINKS =
    "javascript:alert(1)|JaVaScRiPt:alert(1)| javascript:alert(1)|java\nscript:alert(1)|\u0001javascript:x|java\tscript:x|" +
    "data:text/html,x|vbscript:x|file:///etc/passwd|blob:x|x:y|:|java&Tab;script:alert(1)||   ";
  it.each(NO_LINKS.split("|"))("leaves out the link to %j and keeps its text", (href) => {
    expect(render([p(t("click", link(href)))])).toBe('<div class="galley-article"><p>click</p></div>');
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
        const files = Object.fromEntries([
          [a, { type: c, width: c, height: -1 }],
          [b, { width: 1e9 }],
        ]);
        const html = render(
          [p(a, t(b, link(c))), figure({ file: a, alt: b }, c), figure({ file: b, alt: a })],
          {},
          files,
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
