/**
 * The variables that docs/integrating.md names: the fragment follows each, and the picture beside them shows the same
 * fragment on two sites. `npm run screenshots` takes that picture anew.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { readState } from "../../server/article/document.ts";
import { renderArticle } from "../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { expect, test } from "./fixtures.ts";

const PICTURES = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");

const text = (words: string) => ({ type: "text", text: words });
const p = (words: string) => ({ type: "paragraph", content: [text(words)] });
const row = (type: "tableHeader" | "tableCell", ...words: string[]) => ({
  type: "tableRow",
  content: words.map((word) => ({ type, content: [p(word)] })),
});

const BLOCKS = [
  p("The harbour was dark when the first boats came in, and nobody on the quay said a word until the ropes were fast."),
  { type: "pullQuote", attrs: { source: "Ida Holm" }, content: [text("You are on it, or you are not.")] },
  { type: "callout", attrs: { tone: "tip" }, content: [p("On Sunday all crossings are free.")] },
  {
    type: "table",
    content: [
      row("tableHeader", "Season", "Passengers"),
      row("tableCell", "2025", "37,540"),
      row("tableCell", "2026", "41,300"),
    ],
  },
  {
    type: "linkEmbed",
    attrs: { href: "https://sandbox.example/1931", title: "The first Marguerite", description: "" },
  },
  { type: "button", attrs: { href: "https://sandbox.example/tickets" }, content: [text("Keep a place")] },
];

function fragment(): string {
  const read = readState({ format: "galley/1", doc: { type: "doc", content: BLOCKS }, assets: {} });
  if (!read.ok) throw new Error(`${read.problem} ${read.path}`);
  return renderArticle(read.doc, {}, { freeHtml: freeHtmlSanitizer() });
}

/** What a site of each kind would write; the letters are those of every machine. */
const SITES = {
  plain: "font:17px/1.6 Georgia,'DejaVu Serif',serif;background:#fff;color:#222",
  set:
    "font:16px/1.55 system-ui,sans-serif;background:#10202b;color:#e8eef2;--galley-gap-block:2.2em;" +
    "--galley-line:#3c5666;--galley-tint:#18303f;--galley-corner:1em;--galley-tip:#5fd0a5;" +
    "--galley-pullquote-style:normal;--galley-pullquote-size:1.7em;--galley-small-font:ui-monospace,monospace;" +
    "--galley-button:#5fd0a5;--galley-button-text:#10202b",
} as const;

async function showBoth(page: Page): Promise<void> {
  const sites = Object.entries(SITES).map(([id, css]) => `<div id="${id}" style="${css}">${fragment()}</div>`);
  await page.setContent(
    `<!doctype html><html lang="en"><title>x</title><style>body{margin:0;display:grid;grid-template-columns:1fr 1fr}` +
      `body>div{padding:28px 32px}body a{color:inherit}</style>${sites.join("")}`,
  );
}

test("the same fragment looks as each of two sites asks", async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 640 });
  await showBoth(page);
  const look = (selector: string, property: string) =>
    Promise.all(
      Object.keys(SITES)
        .map((id) => page.locator(`#${id} ${selector}`))
        .map((of) => of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)),
    );
  expect(await look(".galley-pullquote blockquote", "font-style")).toEqual(["italic", "normal"]);
  expect(await look(".galley-callout", "border-left-color")).toEqual(["rgb(58, 125, 68)", "rgb(95, 208, 165)"]);
  expect(await look(".galley-callout", "background-color")).toEqual(["rgba(128, 128, 128, 0.12)", "rgb(24, 48, 63)"]);
  expect(await look(".galley-button", "background-color")).toEqual(["rgba(0, 0, 0, 0)", "rgb(95, 208, 165)"]);
  expect(await look(".galley-card", "border-top-left-radius")).toEqual(["4.25px", "16px"]);
  expect((await look("table", "font-family"))[1]).toContain("monospace");
  await page.screenshot({ path: path.join(PICTURES, "article-variables.png"), fullPage: true });
});
