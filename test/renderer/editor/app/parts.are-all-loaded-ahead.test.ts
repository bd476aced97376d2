import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const EDITOR = path.resolve(import.meta.dirname, "../../../../renderer/editor");
const PARTS = path.join(EDITOR, "app/parts.ts");

/** A language, and what an article of another editor shows instead of this one. */
const NOT_AHEAD = ["app/ForeignArticle.tsx", "messages/ru/index.ts"];

/** Files that a source imports when it is run, from the editor's folder. */
function importedLater(file: string): string[] {
  const source = fs.readFileSync(file, "utf8");
  return [...source.matchAll(/(?<!typeof )\bimport\("(\.[^"]+)"\)/g)].map(([, from = ""]) =>
    path.relative(EDITOR, path.resolve(path.dirname(file), from)),
  );
}

test("every part that is loaded on demand is also loaded ahead, so that it opens offline", () => {
  const sources = fs
    .readdirSync(EDITOR, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(EDITOR, name));
  const later = new Set(sources.filter((file) => file !== PARTS).flatMap(importedLater));
  // A module that remembers what it has loaded is asked for it.
  const asked = [
    ...fs.readFileSync(PARTS, "utf8").matchAll(/import \{ (?:fetch|load)\w+ \} from "(\.[^"]+)"/g),
  ].flatMap(([, from = ""]) => importedLater(path.resolve(path.dirname(PARTS), from)));
  const ahead = new Set([...importedLater(PARTS), ...asked]);
  expect([...later].filter((name) => !ahead.has(name)).sort()).toEqual(NOT_AHEAD);
});
