/** Rules of the pages' style sheets: each class belongs to one feature, and its name shows which. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/project-files.ts";

interface Sheet {
  /** Path below the page's folder, with forward slashes. */
  name: string;
  text: string;
}

/** @param page a folder of renderer/ */
function sheetsOf(page: string): Sheet[] {
  const folder = path.join(ROOT, "renderer", page);
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({ name: name.replaceAll(path.sep, "/"), text: fs.readFileSync(path.join(folder, name), "utf8") }));
}

/** State classes and library classes, which any sheet may style. */
const ANYWHERE = /^(is-|has-|mantine-|ProseMirror|selectedCell$)/;

const featureOf = (name: string) => name.split("/")[0] ?? "";
const [editor, console] = [sheetsOf("editor"), sheetsOf("console")];
/** Classes of the editor that every feature may style. */
const sharedInEditor = new Set(
  editor.filter(({ name }) => featureOf(name) === "ui").flatMap(({ text }) => [...styledIn(text)]),
);

/** The class prefixes of the console's folders, and of the editor's sheets and folders. */
const CONSOLE: Record<string, RegExp> = {
  app: /^shell/,
  deliveries: /^delivery-/,
  fonts: /^font-/,
  home: /^home-/,
  login: /^login-/,
  palette: /^palette-/,
  projects: /^(project|check)-/,
  sessions: /^session-/,
  settings: /^settings-/,
  sites: /^site-/,
};
const EDITOR: Record<string, RegExp> = {
  "app/head.css": /^(head|status)(-|$)/,
  "app/page.css": /^(page|start|notices?)(-|$)/,
  "article/article.css": /^((article|table)(-|$)|(drop-place|sheet-tools)$)/,
};
for (const feature of "writing history presence uploads checks comments outline snippets".split(" "))
  EDITOR[feature] = new RegExp(`^(${feature}|compare|preview)(-|$)`);

describe.each([
  { page: "console", sheets: console, prefixes: CONSOLE, shared: new Set<string>(), unit: (name: string) => name },
  { page: "editor", sheets: editor, prefixes: EDITOR, shared: sharedInEditor, unit: featureOf },
])("the style sheets of the $page", ({ sheets, prefixes, shared, unit }) => {
  test("style each class in one file or feature only", () => {
    const places = new Map<string, Set<string>>();
    for (const { name, text } of sheets)
      for (const styled of styledIn(text)) places.set(styled, (places.get(styled) ?? new Set()).add(unit(name)));
    const twice = [...places].filter(([styled, { size }]) => size > 1 && !shared.has(styled));
    expect(twice).toEqual([]);
  });

  test("prefix the classes with the name of their page or feature", () => {
    const wrong = sheets.flatMap(({ name, text }) => {
      const prefix = prefixes[name] ?? prefixes[featureOf(name)] ?? /^/;
      return [...styledIn(text)]
        .filter((styled) => !prefix.test(styled) && !shared.has(styled))
        .map((styled) => `${name}: .${styled}`);
    });
    expect(wrong).toEqual([]);
  });

  test("have at most 400 lines", () => {
    const long = sheets.filter(({ text }) => text.trimEnd().split("\n").length > 400);
    expect(long.map(({ name }) => name)).toEqual([]);
  });
});

test("styledIn finds the class at the end of each selector", () => {
  const css = `/* .none {} */ @media (max-width: 48em) { .page .sheet > :is(.a, .b):not(.c):hover, .d.is-on { top: 0; } }
    .e:has(> .f) .g::before { content: ".h"; }`;
  expect([...styledIn(css)]).toEqual(["a", "b", "d", "g"]);
});

/** Classes that a sheet styles: those in the last compound of its selectors, not those of the ancestors. */
function styledIn(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].map(([, prelude = ""]) => prelude.trim()).filter((prelude) => !prelude.startsWith("@"));
  const subjects = selectors.flatMap((selector) => splitOutside(selector, /,/).map(subjectOf));
  return new Set(
    subjects
      .flatMap((subject) => [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name))
      .filter((name) => !ANYWHERE.test(name)),
  );
}

/** The last compound of a selector, without :not(), :has() and :where(). */
function subjectOf(selector: string): string {
  const compound = splitOutside(selector.trim(), /[\s>+~]/).at(-1) ?? "";
  return compound.replace(/:(not|has|where)\((?:[^()]|\([^()]*\))*\)/g, "");
}

/** Splits at separators outside brackets. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(" || sign === "[") depth += 1;
    if (sign === ")" || sign === "]") depth -= 1;
    if (depth === 0 && separator.test(sign)) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.filter((part) => part.trim() !== "");
}
