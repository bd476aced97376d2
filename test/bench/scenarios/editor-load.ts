/** How much JavaScript the editor loads before its text is writable, and how long that takes. */
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";
import { type SavedArticle, withArticle } from "../browser/large-article.ts";
import { alone } from "../figures.ts";
import type { Scenario } from "../scenario.ts";

const ARTICLE = { words: 1_000, figures: 5 };
const LOADS = 9;
/** Polling interval until Galley knows that the tab was closed. */
const CLOSED_POLL_MS = 20;
const MOST_KB = 300;
const MOST_MS = 1_000;

export const scenario: Scenario = {
  name: "editor-load",
  title: "First load of the editor with an empty browser cache",
  limitMs: 120_000,
  run: (workshop) =>
    withArticle(workshop, ARTICLE, async (browser, article) => {
      await load(browser, article);
      const loads: Load[] = [];
      for (let round = 0; round < LOADS; round++) loads.push(await load(browser, article));
      const scripts = loads.map(({ scriptBytes }) => scriptBytes / 1_000);
      const times = loads.map(({ ms }) => ms);
      const note = `${times.length} loads, the longest ${Math.round(Math.max(...times))} ms`;
      return [
        alone("JavaScript of the first load, gzip", "kB", scripts, MOST_KB, `${loads[0]?.scripts} files`),
        alone("ready to write, 1,000 words", "ms", times, MOST_MS, note),
      ];
    }),
};

interface Load {
  /** From navigation to the first frame with the caret in the article and an idle main thread. */
  ms: number;
  scripts: number;
  /** Compressed with gzip level 9. */
  scriptBytes: number;
}

/** Loads the article in a new browser profile. */
async function load(browser: Browser, article: SavedArticle): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") responses.push(response);
  });
  await page.addInitScript(watchWritable);
  await page.goto(article.url);
  const { ms, before } = await page.evaluate(() => window.writable);
  const scripts = responses.filter((each) => before.includes(each.url()));
  const sizes = await Promise.all(scripts.map(async (each) => gzipSync(await each.body(), { level: 9 }).length));
  await page.goto("about:blank");
  await context.close();
  while (!(await article.isFree())) await setTimeout(CLOSED_POLL_MS);
  return { ms, scripts: scripts.length, scriptBytes: sizes.reduce((all, size) => all + size, 0) };
}

declare global {
  interface Window {
    writable: Promise<{ ms: number; before: string[] }>;
  }
}

/**
 * Runs in the page: focuses the text as soon as it is editable, and resolves when the main thread is idle after the next
 * frame. `before` are the URLs that had loaded by the focus; later ones do not delay the first key.
 */
function watchWritable(): void {
  window.writable = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const text = document.querySelector<HTMLElement>(".ProseMirror[contenteditable=true]");
      if (text === null) return;
      observer.disconnect();
      text.focus();
      const before = performance.getEntriesByType("resource").map(({ name }) => name);
      requestAnimationFrame(() => requestIdleCallback(() => resolve({ ms: performance.now(), before })));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}
