/** How long the editor takes to be writable with an empty browser cache, and from Save to the new version on the screen. */
import { setTimeout as after } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";
import { typistAt } from "../browser/keys.ts";
import { type SavedArticle, withArticle } from "../browser/large-article.ts";
import { alone } from "../figures.ts";
import type { Scenario } from "../workshop.ts";

const SMALL = { words: 1_000, figures: 5 };
const LARGE = { words: 10_000, figures: 100 };
const LOADS = 9;
/** Polling interval until Galley knows that the tab was closed. */
const CLOSED_POLL_MS = 20;
const MOST_KB = 300;
const MOST_LOAD_MS = 1_000;
const SAVES = 12;
const MOST_SAVE_MS = 1_500;
/** Long enough for the draft of the typed text to be sent. */
const REST_MS = 2_000;

export const editorLoad: Scenario = {
  name: "editor-load",
  title: "First load of the editor with an empty browser cache",
  limitMs: 120_000,
  run: (workshop) =>
    withArticle(workshop, SMALL, async (browser, article) => {
      await load(browser, article);
      const loads: Awaited<ReturnType<typeof load>>[] = [];
      for (let round = 0; round < LOADS; round++) loads.push(await load(browser, article));
      const scripts = loads.map(({ scriptBytes }) => scriptBytes / 1_000);
      const times = loads.map(({ ms }) => ms);
      const note = `${times.length} loads, the longest ${Math.round(Math.max(...times))} ms`;
      return [
        alone("JavaScript of the first load, gzip", "kB", scripts, MOST_KB, `${loads[0]?.scripts} files`),
        alone("ready to write, 1,000 words", "ms", times, MOST_LOAD_MS, note),
      ];
    }),
};

export const editorSave: Scenario = {
  name: "editor-save",
  title: `Save in the editor: ${LARGE.words.toLocaleString("en")} words, ${LARGE.figures} pictures, key press to version on the screen`,
  limitMs: 120_000,
  run: (workshop) =>
    withArticle(workshop, LARGE, async (browser, article) => {
      const page = await browser.newPage();
      await page.goto(article.url);
      const typist = await typistAt(page);
      const times: number[] = [];
      for (let save = 0; save < SAVES; save++) {
        await typist.type(3);
        await after(REST_MS);
        await page.evaluate(watchSave, save + 2);
        await page.keyboard.press("ControlOrMeta+s");
        times.push(await page.evaluate(() => window.saveShown));
      }
      const note = `${times.length} saves; the longest ${Math.round(Math.max(...times))} ms`;
      return [alone("Save to version on the screen", "ms", times, MOST_SAVE_MS, note)];
    }),
};

/**
 * Loads the article in a new browser profile. @returns the ms from navigation to the first frame with the caret in the
 * article and an idle main thread; the scripts loaded until then, and their bytes compressed with gzip level 9
 */
async function load(browser: Browser, article: SavedArticle) {
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
  while (!(await article.isFree())) await after(CLOSED_POLL_MS);
  return { ms, scripts: scripts.length, scriptBytes: sizes.reduce((all, size) => all + size, 0) };
}

declare global {
  interface Window {
    writable: Promise<{ ms: number; before: string[] }>;
    saveShown: Promise<number>;
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

/** Runs in the page: measures from the key's timestamp to the frame that shows the version of this number, ms. */
function watchSave(number: number): void {
  const status = document.querySelector("section.status");
  if (status === null) throw new Error("The page does not show the state of the article.");
  let pressed = 0;
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "s") pressed = event.timeStamp;
    },
    { capture: true },
  );
  window.saveShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!status.textContent?.includes(`version ${number},`)) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - pressed));
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
  });
}
