/** A feature of the editor styles only its own classes and shared classes of ui/. */
import { expect, test } from "vitest";
import { sheetsOf, styledIn, styledTwice, tooLong } from "../style-sheets.ts";

const sheets = sheetsOf("editor");
const featureOf = (name: string) => name.split("/")[0] ?? "";
const shared = new Set(
  sheets.filter(({ name }) => featureOf(name) === "ui").flatMap(({ text }) => [...styledIn(text)]),
);

/** Class prefixes by style sheet; other style sheets use the name of their folder. */
const PREFIXES: Record<string, RegExp> = {
  "app/head.css": /^head(-|$)/,
  "app/notices.css": /^notices?(-|$)/,
  "app/page.css": /^page(-|$)/,
  "app/start.css": /^start(-|$)/,
  "app/status.css": /^status(-|$)/,
  "article/article.css": /^(article(-|$)|(drop-place|sheet-tools)$)/,
  "article/table/table.css": /^table-/,
};
const FEATURES = /^(writing|drafts|history|presence|uploads|checks|comments|outline|snippets)\//;

test("only one feature styles each class", () => {
  const features = Map.groupBy(sheets, ({ name }) => featureOf(name));
  const whole = [...features].map(([name, parts]) => ({ name, text: parts.map(({ text }) => text).join("\n") }));
  const twice = Object.keys(styledTwice(whole)).filter((styled) => !shared.has(styled));
  expect(twice).toEqual([]);
});

test("class names begin with the prefix of their style sheet", () => {
  const wrong = sheets.flatMap(({ name, text }) => {
    const feature = FEATURES.exec(name)?.[1];
    const prefix = feature === undefined ? PREFIXES[name] : new RegExp(`^(${feature}|compare|preview)(-|$)`);
    return [...styledIn(text)]
      .filter((styled) => prefix !== undefined && !prefix.test(styled) && !shared.has(styled))
      .map((styled) => `${name}: .${styled}`);
  });
  expect(wrong).toEqual([]);
});

test("no style sheet is longer than 400 lines", () => {
  expect(tooLong(sheets, 400)).toEqual([]);
});

test("styledIn finds the class at the end of each selector", () => {
  const css = `/* .none {} */ @media (max-width: 48em) { .page .sheet > :is(.a, .b):not(.c):hover, .d.is-on { top: 0; } }
    .e:has(> .f) .g::before { content: ".h"; }`;
  expect([...styledIn(css)]).toEqual(["a", "b", "d", "g"]);
});
