/** Rules of the sources of the editor: a feature styles only its own classes and shared classes of ui/. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sheetsOf, styledIn, styledTwice, tooLong } from "../style-sheets.ts";

const sheets = sheetsOf("editor");
const featureOf = (name: string) => name.split("/")[0] ?? "";
const shared = new Set(
  sheets.filter(({ name }) => featureOf(name) === "ui").flatMap(({ text }) => [...styledIn(text)]),
);

/** Class prefixes by style sheet; other style sheets use the name of their folder. */
const PREFIXES: Record<string, RegExp> = {
  "app/head.css": /^(head|status)(-|$)/,
  "app/page.css": /^(page|start|notices?)(-|$)/,
  "article/article.css": /^((article|table)(-|$)|(drop-place|sheet-tools)$)/,
};
const FEATURES = /^(writing|history|presence|uploads|checks|comments|outline|snippets)\//;

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

const EDITOR = path.resolve(import.meta.dirname, "../../../renderer/editor");
const PARTS = path.join(EDITOR, "app/parts.tsx");

/** Not preloaded: languages, and the page of a foreign article. */
const NOT_PRELOADED = ["app/ForeignArticle.tsx", "messages/ru/index.ts"];

/** Files that a source imports dynamically, relative to the editor's folder. */
function dynamicImports(file: string): string[] {
  const source = fs.readFileSync(file, "utf8");
  return [...source.matchAll(/(?<!typeof )\bimport\("(\.[^"]+)"\)/g)].map(([, from = ""]) =>
    path.relative(EDITOR, path.resolve(path.dirname(file), from)),
  );
}

test("preloads every part that is loaded on demand, so that it opens offline", () => {
  const sources = fs
    .readdirSync(EDITOR, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(EDITOR, name));
  const onDemand = new Set(sources.filter((file) => file !== PARTS).flatMap(dynamicImports));
  // Parts that are preloaded through the module that caches them.
  const cached = [
    ...fs.readFileSync(PARTS, "utf8").matchAll(/import \{ (?:fetch|load)\w+ \} from "(\.[^"]+)"/g),
  ].flatMap(([, from = ""]) => dynamicImports(path.resolve(path.dirname(PARTS), from)));
  const preloaded = new Set([...dynamicImports(PARTS), ...cached]);
  expect([...onDemand].filter((name) => !preloaded.has(name)).sort()).toEqual(NOT_PRELOADED);
});
