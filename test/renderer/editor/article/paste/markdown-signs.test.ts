import { expect, it } from "vitest";
import { htmlOfMarkdown } from "../../../../../renderer/editor/article/paste/markdown.ts";
import { isMarkdown } from "../../../../../renderer/editor/article/paste/markdown-signs.ts";

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
])("%j is Markdown", (text) => {
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
])("%.60j is words", (text) => {
  expect(isMarkdown(text)).toBe(false);
});

it("does not obey HTML in Markdown, and what can be pasted at most is read in bounded time", () => {
  expect(htmlOfMarkdown("a <b onclick=x>c</b>\n\n<script>x()</script>")).not.toMatch(/<(?:b|script)/);
  const line = `${"_a_".repeat(1_600)}\n\n`;
  const text = `# h\n\n${line.repeat(30)}`.slice(0, 99_000);
  expect(isMarkdown(text)).toBe(true);
  const begun = performance.now();
  htmlOfMarkdown(text);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
