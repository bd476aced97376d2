/** docs/decisions.md stays short, and its files and symbols exist. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = fs.readFileSync(path.join(ROOT, "docs/decisions.md"), "utf8");
const decisions = text.split(/^### /m).slice(1);
const FILE = /^(?:server|main|renderer|scripts|test|resources|docs)\/[\w./-]+$/;
const exists = (name: string) => fs.existsSync(path.join(ROOT, name));

it("has at most 100 decisions of three lines, in 8,000 words", () => {
  expect(decisions.length).toBeGreaterThan(50);
  expect(decisions.length).toBeLessThanOrEqual(100);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(8_000);
  for (const [index, decision] of decisions.entries())
    expect(decision).toMatch(new RegExp(`^${index + 1}\\. .+\n- Decision: .+\n- Reason: .+\n- Consequence: .+\n`));
});

it("names files that exist", () => {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name).filter((name) => FILE.test(name));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it("names symbols that exist in their file", () => {
  const named = [...text.matchAll(/`(\w+)` in `([^`\n]+)`/g)].map(([, symbol = "", file = ""]) => ({ symbol, file }));
  expect(named.length).toBeGreaterThan(3);
  const has = ({ symbol, file }: { symbol: string; file: string }) =>
    exists(file) && new RegExp(`\\b${symbol}\\b`).test(fs.readFileSync(path.join(ROOT, file), "utf8"));
  expect(named.filter((each) => !has(each))).toEqual([]);
});
