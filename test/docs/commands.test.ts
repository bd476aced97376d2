/** npm scripts and links in the documents exist. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...fs.readdirSync(path.join(ROOT, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

it("every npm script in a document exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = documents.flatMap((name) =>
    [...read(name).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, script = ""]) => ({ name, script })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
});

it("every link in a document has an existing file and heading", () => {
  const links = documents.flatMap((name) =>
    [
      ...read(name)
        .replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, "")
        .matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].map(([, file = "", heading]) => ({
      name,
      file: file === "" ? name : path.join(path.dirname(name), file),
      heading,
    })),
  );
  const headings = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(
    ({ file, heading }) =>
      !fs.existsSync(path.join(ROOT, file)) || (heading !== undefined && !headings(file).includes(heading)),
  );
  expect(broken).toEqual([]);
});
