import { expect, it } from "vitest";
import { typedLink } from "../../../../../renderer/editor/article/nodes/text.ts";

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
])("leaves %j as it was typed", (before) => {
  expect(typedLink(before)).toBeNull();
});
