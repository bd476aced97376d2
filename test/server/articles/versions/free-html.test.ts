import { describe, expect, it } from "vitest";
import { freeHtmlSanitizer } from "../../../../server/articles/versions/free-html.ts";
import { ValidationFailed } from "../../../../server/core/errors.ts";

const clean = (html: string) => freeHtmlSanitizer()(html);

describe("free HTML", () => {
  it("keeps text, lists, tables, pictures and details unchanged", () => {
    const typed =
      '<h2 class="big">Title</h2><p lang="ru" dir="ltr" title="t">One<br>two &amp; <b>three</b></p><ul><li>a</li></ul>' +
      '<table><caption>C</caption><tr><th scope="col" colspan="2">A</th></tr></table>' +
      '<figure><img src="https://x.example/a.png" alt="A" width="10" height="20"><figcaption>Cap</figcaption></figure>' +
      "<details open><summary>S</summary>x</details>";
    expect(clean(typed).replaceAll(" />", ">")).toBe(typed);
  });

  it.each([
    ["scripts", "a<script>alert(1)</script>b", "ab"],
    ["styles", '<style>*{display:none}</style><p style="position:fixed">x</p>', "<p>x</p>"],
    ["frames and plugins", '<iframe src="//x"><b>x</b></iframe><object data="x"></object><embed src="x">', ""],
    ["drawings and formulas", "<svg><a href=x>t</a></svg><math><mi>x</mi></math>", ""],
    [
      "forms, but not their text",
      '<form action="/x"><label>Name</label><input name="q"><button>Go</button></form>',
      "NameGo",
    ],
    [
      "elements of the page's head",
      '<base href="//x"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a',
      "a",
    ],
    [
      "handlers, ids and data attributes",
      '<p onclick="x" id="a" name="b" data-x="c" class="d">x</p>',
      '<p class="d">x</p>',
    ],
    ["comments and declarations", "<!doctype html><!-- x --><?php x ?><![CDATA[x]]>y", "y"],
    ["characters that HTML forbids", "a\u0000b\ud800c&#0;&#1;", "ab\ufffdc\ufffd"],
    [
      "table parts outside a table",
      "<td>a</td><tr><th>b</th></tr><col><li>c</li>",
      "<span>a</span><span><span>b</span></span><span></span><li>c</li>",
    ],
    ["unclosed tags", "<div><p><b>x", "<div><p><b>x</b></p></div>"],
    ["closing tags without an opening one", "</div></section></p>x", "<p></p>x"],
  ])("cleans %s", (_what, typed, kept) => {
    expect(clean(typed)).toBe(kept);
  });

  it.each([
    ..."javascript:alert(1) &#1;javascript:x data:text/html,x vbscript:x blob:x".split(" "),
    " JaVa&Tab;Script&colon;alert(1)",
  ])("removes the URL %s", (address) => {
    expect(clean(`<a href="${address}">x</a>`)).toBe('<a rel="noopener">x</a>');
    expect(clean(`<img src="${address}">`)).toBe("<img />");
    expect(clean(`<video poster="${address}"></video>`)).toBe("<video controls></video>");
  });

  it("allows mailto in links, and only http, https and relative URLs in media", () => {
    expect(clean('<a href="mailto:a@b.example" target="_top" ping="/x">x</a>')).toBe(
      '<a href="mailto:a@b.example" rel="noopener">x</a>',
    );
    expect(clean('<img src="mailto:a@b.example"><img src="data:image/png;base64,AA">')).toBe("<img /><img />");
    expect(clean('<img src="a/b.png" srcset="c.png 2x">')).toBe('<img src="a/b.png" />');
  });

  it("limits size, tags, attributes and depth over all blocks of a document", () => {
    const refusal = (...blocks: string[]) => {
      const sanitize = freeHtmlSanitizer();
      try {
        for (const block of blocks) sanitize(block);
        return null;
      } catch (error) {
        if (error instanceof ValidationFailed) return error.message;
        throw error;
      }
    };
    const text = "x".repeat(100_000);
    expect(refusal(text, text, text, text)).toBeNull();
    expect(refusal(text, text, text, text, "x")).toMatch(/more than 400000 characters/);
    expect(refusal("<b>".repeat(5_001), "</b>".repeat(5_001))).toMatch(/nested|tags/);
    expect(refusal("<br>".repeat(5_000), "<br>".repeat(5_001))).toMatch(/10000 tags/);
    const attributes = `<a ${Array.from({ length: 5_001 }, (_, index) => `a${index}`).join(" ")}>`;
    expect(refusal(attributes)).toBeNull();
    expect(refusal(attributes, attributes)).toMatch(/10000 attributes/);
    expect(refusal("<div>".repeat(100))).toBeNull();
    expect(refusal("<div>".repeat(101))).toMatch(/more than 100 levels deep/);
  });
});
