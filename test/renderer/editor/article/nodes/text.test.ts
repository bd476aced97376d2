import { expect, it } from "vitest";
import { cssFamily, typedLink } from "../../../../../renderer/editor/article/nodes/text.ts";

it.each([
  ["See [the page](https://example.org/a)", "[the page](https://example.org/a)", "https://example.org/a"],
  ["[page](example.org)", "[page](example.org)", "https://example.org"],
  ["[one](/a) and [two](/b)", "[two](/b)", "/b"],
  ["[Anna](anna@example.org)", "[Anna](anna@example.org)", "mailto:anna@example.org"],
])("reads %j as a link", (before, text, href) => {
  expect(typedLink(before)).toMatchObject({ index: before.length - text.length, text, data: { href } });
});

it.each([
  "[page](https://example.org",
  "![boat](https://example.org/boat.png)",
  "file[0](x)",
  "[page](java script)",
  "[page](javascript:alert(1))",
  "[](https://example.org)",
  "[ ](https://example.org)",
  "a [word%leaf%break](https://example.org)",
  "(page)",
])("keeps %j as typed", (before) => {
  expect(typedLink(before)).toBeNull();
});

it.each([
  ["Noto Serif", '"Noto Serif"'],
  ["Гарнитура 2", '"Гарнитура 2"'],
  ['a"; } body { x', '"a\\22 \\3b  \\7d  body \\7b  x"'],
  ["back\\slash", '"back\\5c slash"'],
])("escapes the font family %s for CSS", (family, expected) => {
  expect(cssFamily(family)).toBe(expected);
});
