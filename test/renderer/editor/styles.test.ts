/** The looks of the editor: where a class is styled, one finds all that is said of it. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../../renderer/editor");
const sheets = fs
  .readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({ name: name.replaceAll(path.sep, "/"), text: fs.readFileSync(path.join(folder, name), "utf8") }));

/** States that a class of any part may be in, and classes of libraries, which every part meets. */
const SHARED = /^(is-|has-|mantine-|ProseMirror|selectedCell$)/;

/** Classes that are still styled in two sheets; none may join them. */
const STILL_TWICE =
  "article block-field block-fields block-head block-note block-problem choices columns-row figure figure-caption figure-description figure-fields figure-media figure-remove free-html hint list list-title said text-button upload-card".split(
    " ",
  );

/** Sheets that are still too long. */
const STILL_LONG = ["article/nodes/blocks.css", "article/nodes/media/media.css", "writing/writing.css"];

/** The classes that a sheet styles: those of what its selectors end in. What stands before it only says where. */
function styledIn(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].map(([, prelude = ""]) => prelude.trim()).filter((prelude) => !prelude.startsWith("@"));
  const subjects = selectors.flatMap((selector) => splitOutside(selector, /,/).map(subjectOf));
  return new Set(
    subjects
      .flatMap((subject) => [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name))
      .filter((name) => !SHARED.test(name)),
  );
}

/** The last compound of a selector; of its functions those alone that say what it is. */
function subjectOf(selector: string): string {
  const compound = splitOutside(selector.trim(), /[\s>+~]/).at(-1) ?? "";
  return compound.replace(/:(not|has|where)\((?:[^()]|\([^()]*\))*\)/g, "");
}

/** Splits where the separator stands outside of brackets. */
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

test("no class is styled in two sheets", () => {
  const places = new Map<string, string[]>();
  for (const { name, text } of sheets)
    for (const styled of styledIn(text)) places.set(styled, [...(places.get(styled) ?? []), name]);
  const twice = [...places].filter(([styled, names]) => names.length > 1 && !STILL_TWICE.includes(styled));
  expect(Object.fromEntries(twice)).toEqual({});
});

test("no sheet is longer than one can read through", () => {
  const long = sheets.filter(({ text }) => text.split("\n").length > 301).map(({ name }) => name);
  expect(long.filter((name) => !STILL_LONG.includes(name))).toEqual([]);
});

test("the subject of a selector is what it ends in", () => {
  const css = `/* .none {} */ @media (max-width: 48em) { .page .sheet > :is(.a, .b):not(.c):hover, .d.is-on { top: 0; } }
    .e:has(> .f) .g::before { content: ".h"; }`;
  expect([...styledIn(css)]).toEqual(["a", "b", "d", "g"]);
});
