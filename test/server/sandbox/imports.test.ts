import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../../server/sandbox/", import.meta.url);
const files = readdirSync(folder);

test.each(files)("%s imports only Node, express, yauzl and its neighbours", (file) => {
  const source = readFileSync(new URL(file, folder), "utf8");
  const imported = [...source.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(imported.filter((from) => !/^(node:[a-z/]+|express|yauzl|\.\/[a-z-]+\.ts)$/.test(from))).toEqual([]);
});
