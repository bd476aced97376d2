/**
 * The CSS variables of docs/integrating.md, and their screenshot of the same fragment on two sites, which
 * `npm run screenshots` updates.
 */
import path from "node:path";
import type { Page } from "@playwright/test";
import { node, p, words } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { fragmentOf } from "./rendered.ts";

const PICTURES = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");

const row = (type: "tableHeader" | "tableCell", ...cells: string[]) =>
  node("tableRow", null, ...cells.map((text) => node(type, null, p(text))));

const FRAGMENT = fragmentOf([
  p("The harbour was dark when the first boats came in, and no one on the quay said a word until the ropes were fast."),
  node("pullQuote", { source: "Ida Holm" }, words("You are on it, or you are not.")),
  node("callout", { tone: "tip" }, p("On Sunday all crossings are free.")),
  node(
    "table",
    null,
    row("tableHeader", "Season", "Passengers"),
    row("tableCell", "2025", "37,540"),
    row("tableCell", "2026", "41,300"),
  ),
  node("linkEmbed", { href: "https://sandbox.example/1931", title: "The first Marguerite", description: "" }),
  node("button", { href: "https://sandbox.example/tickets" }, words("Keep a place")),
]);

/** The styles of a site without and a site with variables. */
const SITES = {
  plain: "font:17px/1.6 Georgia,'DejaVu Serif',serif;background:#fff;color:#222",
  set:
    "font:16px/1.55 system-ui,sans-serif;background:#10202b;color:#e8eef2;--galley-gap-block:2.2em;" +
    "--galley-line:#3c5666;--galley-tint:#18303f;--galley-corner:1em;--galley-tip:#5fd0a5;" +
    "--galley-pullquote-style:normal;--galley-pullquote-size:1.7em;--galley-small-font:ui-monospace,monospace;" +
    "--galley-button:#5fd0a5;--galley-button-text:#10202b",
} as const;

async function showBoth(page: Page): Promise<void> {
  const sites = Object.entries(SITES).map(([id, css]) => `<div id="${id}" style="${css}">${FRAGMENT}</div>`);
  await page.setContent(
    `<!doctype html><html lang="en"><title>x</title><style>body{margin:0;display:grid;grid-template-columns:1fr 1fr}` +
      `body>div{padding:28px 32px}body a{color:inherit}</style>${sites.join("")}`,
  );
}

test("the same fragment follows the CSS variables of two sites", async ({ page }) => {
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
