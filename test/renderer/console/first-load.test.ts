import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

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
