/** The pages' files: the size of the console's first load, and the parts that the editor preloads. */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ROOT } from "../support/project-files.ts";

/** Gzipped bytes that a browser fetches before it can show the console. */
const MAX_BYTES = 250_000;

it("keeps the first JavaScript of the console within its budget", () => {
  const built = path.resolve("dist/web/console");
  const page = fs.readFileSync(path.join(built, "index.html"), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = ""]) => name);
  expect(scripts).not.toEqual([]);
  const bytes = scripts.map((name) => gzipSync(fs.readFileSync(path.join(built, name)), { level: 9 }).length);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_BYTES);
});

const EDITOR = path.join(ROOT, "renderer/editor");
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

it("preloads every part that is loaded on demand, so that it opens offline", () => {
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
