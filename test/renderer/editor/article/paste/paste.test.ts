import { expect, it } from "vitest";
import { htmlOfMarkdown } from "../../../../../renderer/editor/article/paste/markdown.ts";
import { isMarkdown } from "../../../../../renderer/editor/article/paste/paste-offers.ts";
import { rtfPictures } from "../../../../../renderer/editor/article/paste/pasted-html.ts";

it.each([
  "## The bridge",
  "- one\n- two",
  "* one\n\n* two",
  "The **bridge** opens.",
  "See [the page](https://example.org/a).",
  "```js\nlet a;\n```",
  "| A | B |\n|---|:-:|\n| 1 | 2 |",
  "1. one\n2. two\n\nand _slanted_ words",
  "> said\n\nwith `code`",
])("recognises %j as Markdown", (text) => {
  expect(isMarkdown(text)).toBe(true);
});

it.each([
  "The bridge opens at 5 * 3 o'clock, 2 ** 8 times.",
  "#bridge #opening\nTwo words",
  "- said Anna, and went",
  "1. January was cold.\n2. February was colder.",
  "> quoted in a mail",
  "snake_case_name and another_one",
  "file[0](x) and [sic]",
  "A | B",
  "*",
  `${"word ".repeat(20_000)}\n# heading`,
  `${"**a** ".repeat(2_000)}`,
  `${"> ".repeat(200)}# deep`,
])("does not recognise %.60j as Markdown", (text) => {
  expect(isMarkdown(text)).toBe(false);
});

it("converts footnotes to superscript marks and paragraphs", () => {
  const html = htmlOfMarkdown(
    "It opened[^1] late[^b].\n\n[^1]: The *second* time\nsince May\n[^b]: By a [day](https://example.org/)\n\nMore",
  );
  expect(html).toBe(
    "<p>It opened<sup>1</sup> late<sup>b</sup>.</p>\n" +
      "<p><sup>1</sup> The <em>second</em> time<br>since May</p>\n" +
      '<p><sup>b</sup> By a <a href="https://example.org/">day</a></p>\n' +
      "<p>More</p>\n",
  );
  expect(htmlOfMarkdown("[^<b>]: note\n\n[^ 1] and [a][b]\n\n[b]: /c")).toBe(
    '<p><sup>&lt;b&gt;</sup> note</p>\n<p>[^ 1] and <a href="/c">a</a></p>\n',
  );
});

it("shows the state of tasks as a character", () => {
  const html = htmlOfMarkdown("- [ ] call *Anna*\n- [x] write\n- plain\n\n1. [X] loose\n\n2. more");
  expect(html).not.toContain("<input");
  expect(html?.replace(/\n/g, "")).toBe(
    "<ul><li>☐ call <em>Anna</em></li><li>☑ write</li><li>plain</li></ul><ol><li><p>☑ loose</p></li><li><p>more</p></li></ol>",
  );
});

it("keeps HTML inside Markdown as text", () => {
  expect(htmlOfMarkdown("a <b onclick=x>c</b>\n\n<script>x()</script>")).not.toMatch(/<(?:b|script)/);
});

const summaryOf = (rtf: string) => rtfPictures(rtf).map((file) => (file === null ? null : `${file.name} ${file.size}`));

it("finds each picture once, in text order", () => {
  const first =
    "{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn x}{\\sv 7f}}}\\picw10\\pngblip\\bliptag1{\\*\\blipuid aabb}\r\n8950\r\n4e47}}";
  const again = "{\\nonshppict{\\pict\\wmetafile8 0100}}";
  expect(summaryOf(`{\\rtf1 A \\par ${first}${again} B {\\pict\\jpegblip ffd8ff}{\\pict\\emfblip 0100}}`)).toEqual([
    "pasted-1.png 4",
    "pasted-2.jpg 3",
    null,
  ]);
});

it("ignores broken pictures", () => {
  expect(summaryOf("{\\pict\\pngblip 895}")).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip")).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip\\bin4 \\abcd}")).toEqual([null]);
  expect(summaryOf(`{\\pict\\pngblip ${"{".repeat(100_000)}8950`)).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip 89}".repeat(501))).toEqual([]);
  expect(summaryOf("no pictures, \\picprop and \\picw5 alone")).toEqual([]);
});
