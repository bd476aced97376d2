/** The looks of the editor: where a class is styled, one finds all that is said of it. */
import { expect, test } from "vitest";
import { sheetsOf, styledIn, styledTwice, tooLong } from "../style-sheets.ts";

const sheets = sheetsOf("editor");

/** How the names of a sheet's classes begin. */
const PREFIXES: Record<string, RegExp> = {
  "app/head.css": /^head(-|$)/,
  "app/notices.css": /^notices?(-|$)/,
  "app/page.css": /^page(-|$)/,
  "app/start.css": /^start(-|$)/,
  "app/status.css": /^status(-|$)/,
  "article/article.css": /^(article(-|$)|(drop-place|sheet-tools)$)/,
  "article/nodes/blocks.css": /^block-/,
  "article/nodes/container.css": /^container-/,
  "article/nodes/media/cards.css": /^card(-|$)/,
  "article/nodes/media/figure.css": /^figure(-|$)/,
  "article/nodes/panels/panels.css": /^block-/,
  "article/table/table.css": /^table-/,
};

/** Features whose sheets all name their classes after the folder. */
const FEATURES = /^(writing|drafts|history|compare|presence|uploads|checks|comments|outline|snippets|preview)\//;

test("no class is styled in two sheets", () => {
  expect(styledTwice(sheets)).toEqual({});
});

test("the classes of a sheet are named after it", () => {
  const strange = sheets.flatMap(({ name, text }) => {
    const feature = FEATURES.exec(name)?.[1];
    const prefix = feature === undefined ? PREFIXES[name] : new RegExp(`^${feature}(-|$)`);
    return [...styledIn(text)]
      .filter((styled) => prefix !== undefined && !prefix.test(styled))
      .map((styled) => `${name}: .${styled}`);
  });
  expect(strange).toEqual([]);
});

test("no sheet is longer than one can read through", () => {
  expect(tooLong(sheets)).toEqual([]);
});

test("the subject of a selector is what it ends in", () => {
  const css = `/* .none {} */ @media (max-width: 48em) { .page .sheet > :is(.a, .b):not(.c):hover, .d.is-on { top: 0; } }
    .e:has(> .f) .g::before { content: ".h"; }`;
  expect([...styledIn(css)]).toEqual(["a", "b", "d", "g"]);
});
