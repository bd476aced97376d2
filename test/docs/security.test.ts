/** docs/security.md lists each point of Electron's checklist with an existing test. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");

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
