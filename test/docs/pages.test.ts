/** Files, symbols, sections, npm scripts, links and tests that the documents name exist. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { articleStyle, STYLE_PARTS } from "../../server/article/render/style.ts";
import { ROOT, read } from "../support/project-files.ts";

it.each([
  ["docs/architecture.md", /`([a-z][\w-]*(?:\/[\w.-]+)*(?:\/|\.(?:ts|tsx|mjs)))`/g, ["", "server", "server/contracts"]],
  ["docs/decisions.md", /`((?:server|main|renderer|scripts|test|resources|docs)\/[\w./-]+)`/g, [""]],
])("every file and folder in %s exists", (page, pattern, folders) => {
  const named = [...read(page).matchAll(pattern)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(40);
  const exists = (name: string) => folders.some((folder) => fs.existsSync(path.join(ROOT, folder, name)));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it("every section of the contract that a comment cites exists", () => {
  const contract = read("docs/contract.md");
  const has = (section: string) => {
    const [chapter = "", rule] = section.split(/\.(?=\d+$)/);
    if (new RegExp(`^##+ ${section.replaceAll(".", "\\.")}\\.? `, "m").test(contract)) return true;
    // A number without its own heading is an item of the chapter's numbered list.
    const text = contract
      .split(/^(?=##+ )/m)
      .find((part) => new RegExp(`^##+ ${chapter.replaceAll(".", "\\.")}\\.? `).test(part));
    return rule !== undefined && text !== undefined && new RegExp(`^${rule}\\. `, "m").test(text);
  };
  const cited = ["server", "main", "renderer", "test"]
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .map((name) => path.join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) =>
      [...read(name).matchAll(/\b[Cc]ontract ((?:\d+(?:\.\d+)*(?:, | and | to )?)+)/g)].flatMap(([, sections = ""]) =>
        sections
          .split(/, | and | to /)
          .filter(Boolean)
          .map((section) => ({ name, section })),
      ),
    );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ section }) => !has(section))).toEqual([]);
});

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

const text = read("docs/decisions.md");
const decisions = text.split(/^### /m).slice(1);

it("docs/decisions.md has at most 100 decisions of three lines, in 8,000 words", () => {
  expect(decisions.length).toBeGreaterThan(50);
  expect(decisions.length).toBeLessThanOrEqual(100);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(8_000);
  for (const [index, decision] of decisions.entries())
    expect(decision).toMatch(new RegExp(`^${index + 1}\\. .+\n- Decision: .+\n- Reason: .+\n- Consequence: .+\n`));
});

it("docs/decisions.md names symbols that exist in their file", () => {
  const named = [...text.matchAll(/`(\w+)` in `([^`\n]+)`/g)].map(([, symbol = "", file = ""]) => ({ symbol, file }));
  expect(named.length).toBeGreaterThan(3);
  const has = ({ symbol, file }: { symbol: string; file: string }) =>
    fs.existsSync(path.join(ROOT, file)) && new RegExp(`\\b${symbol}\\b`).test(read(file));
  expect(named.filter((each) => !has(each))).toEqual([]);
});

const rows = read("docs/security.md").matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm);
const points = [...rows].map(([, number, point, , tests = ""]) => ({
  number: Number(number),
  point,
  tests: [...tests.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)].map(([, file = "", name = ""]) => ({ file, name })),
}));

it("lists all twenty points of Electron's checklist, each with a test", () => {
  expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(points.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

it("names tests and steps that exist", () => {
  const named = points.flatMap(({ tests }) => tests);
  const missing = named.filter(({ file, name }) => {
    if (!fs.existsSync(path.join(ROOT, file))) return true;
    const source = read(file);
    // Titles may be in any kind of quotes.
    return !['"', "'", "`"].some((quote) =>
      ["test(", "step(", "it(", ")("].some((call) =>
        source.replace(/\(\n\s+/g, "(").includes(`${call}${quote}${name}${quote}`),
      ),
    );
  });
  expect(named.length).toBeGreaterThanOrEqual(20);
  expect(missing).toEqual([]);
});

it("the guide lists exactly the variables that the fragment reads", () => {
  const guide = read("docs/integrating.md");
  const table = guide.split("\n").filter((line) => line.startsWith("| `--galley-"));
  const named = new Set(table.flatMap((line) => line.split("|")[1]?.match(/--galley-[a-z-]+/g) ?? []));
  const used = [...articleStyle(new Set(STYLE_PARTS)).matchAll(/var\((--galley-[a-z-]+)/g)].map(([, name]) => name);
  // The fragment sets these itself.
  const own = ["--galley-ratio", "--galley-reach", "--galley-edge"];
  expect([...named].toSorted()).toEqual([...new Set(used)].filter((name) => !own.includes(name ?? "")).toSorted());
});
