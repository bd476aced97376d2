/** From Save in a large article to the new version on the screen. */
import { setTimeout as after } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { typistAt } from "../browser/keys.ts";
import { withArticle } from "../browser/large-article.ts";
import { alone } from "../figures.ts";
import type { Scenario } from "../scenario.ts";

const WORDS = 10_000;
const FIGURES = 100;
const SAVES = 12;
const MOST_MS = 1_500;
/** Long enough for the draft of the typed text to be sent. */
const REST_MS = 2_000;

export const scenario: Scenario = {
  name: "editor-save",
  title: `Save in the editor: ${WORDS.toLocaleString("en")} words, ${FIGURES} pictures, key press to version on the screen`,
  limitMs: 120_000,
  run: (workshop) =>
    withArticle(workshop, { words: WORDS, figures: FIGURES }, async (browser, article) => {
      const page = await browser.newPage();
      await page.goto(article.url);
      const typist = await typistAt(page);
      const times: number[] = [];
      for (let save = 0; save < SAVES; save++) {
        await typist.type(3);
        await after(REST_MS);
        times.push(await pressSave(page, save + 2));
      }
      const note = `${times.length} saves; the longest ${Math.round(Math.max(...times))} ms`;
      return [alone("Save to version on the screen", "ms", times, MOST_MS, note)];
    }),
};

/** @param number of the version that this save creates @returns ms */
async function pressSave(page: Page, number: number): Promise<number> {
  await page.evaluate(watchSave, number);
  await page.keyboard.press("ControlOrMeta+s");
  return page.evaluate(() => window.saveShown);
}

declare global {
  interface Window {
    saveShown: Promise<number>;
  }
}

/** Runs in the page: measures from the key's timestamp to the frame that shows the version. */
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
