/** The style sheets of a page and the classes that each one styles. */
import fs from "node:fs";
import path from "node:path";

export interface Sheet {
  /** Path below the page's folder, with forward slashes. */
  name: string;
  text: string;
}

/** @param page a folder of renderer/ */
export function sheetsOf(page: string): Sheet[] {
  const folder = path.join(import.meta.dirname, "../../renderer", page);
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({ name: name.replaceAll(path.sep, "/"), text: fs.readFileSync(path.join(folder, name), "utf8") }));
}

/** Classes that several sheets style, with the names of the sheets. */
export function styledTwice(sheets: readonly Sheet[]): Record<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { name, text } of sheets)
    for (const styled of styledIn(text)) places.set(styled, [...(places.get(styled) ?? []), name]);
  return Object.fromEntries([...places].filter(([, names]) => names.length > 1));
}

/** Names of the sheets with more than `most` lines. */
export function tooLong(sheets: readonly Sheet[], most: number): string[] {
  return sheets.filter(({ text }) => text.trimEnd().split("\n").length > most).map(({ name }) => name);
}

/** State classes and library classes, which any sheet may style. */
const SHARED = /^(is-|has-|mantine-|ProseMirror|selectedCell$)/;

/** Classes that a sheet styles: those in the last compound of its selectors, not those of the ancestors. */
export function styledIn(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].map(([, prelude = ""]) => prelude.trim()).filter((prelude) => !prelude.startsWith("@"));
  const subjects = selectors.flatMap((selector) => splitOutside(selector, /,/).map(subjectOf));
  return new Set(
    subjects
      .flatMap((subject) => [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name))
      .filter((name) => !SHARED.test(name)),
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
