import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ownPage, PAPER } from "../../../main/window/own-page.ts";

const tokens = fs.readFileSync(path.resolve(import.meta.dirname, "../../../renderer/shared/tokens.css"), "utf8");

test("uses the colours of the console's pages", () => {
  expect(tokens).toContain(`--paper: light-dark(${PAPER.light}, ${PAPER.dark});`);
  const page = decodeURIComponent(ownPage("Nothing came.", "Try again."));
  const colours = [...page.matchAll(/light-dark\([^)]*\)/g)].map(([colour]) => colour);
  expect(colours).not.toEqual([]);
  for (const colour of colours) expect(tokens).toContain(colour);
});

test("escapes the text on the page", () => {
  const page = decodeURIComponent(ownPage("<script>alert(1)</script>", "a & b"));
  expect(page).toContain("&lt;script>alert(1)&lt;/script>");
  expect(page).toContain("a &amp; b");
  expect(page).not.toContain("<script");
});
