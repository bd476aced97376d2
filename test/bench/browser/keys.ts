/** Measures in the page the time from a key press to the frame that shows it. */
import type { Page } from "@playwright/test";

const WRITING = ".ProseMirror";
/** A fast typist. Work that the page delays until a pause runs between the keys. */
const BETWEEN_KEYS_MS = 60;
const TEXT = "and so it was that the boat came in ";

/** Waits for the article and puts the caret into a paragraph in the middle. */
export async function typistAt(page: Page) {
  await page.locator(`${WRITING} p`).first().waitFor();
  await page.evaluate(watchKeys, WRITING);
  let typed = 0;
  return {
    /** Types this many keys. @returns ms of each key */
    async type(keys: number): Promise<number[]> {
      const times: number[] = [];
      for (let key = 0; key < keys; key++, typed++) {
        await page.keyboard.press(TEXT[typed % TEXT.length] ?? "x");
        times.push(await page.evaluate(() => window.keyShown()));
        await page.waitForTimeout(BETWEEN_KEYS_MS);
      }
      return times;
    },
  };
}

declare global {
  interface Window {
    /** Resolves with the ms of the last key as soon as it is painted. */
    keyShown(): Promise<number>;
  }
}

function watchKeys(selector: string): void {
  const writing = document.querySelector<HTMLElement>(selector);
  const middle = writing?.querySelectorAll("p");
  const text = middle?.[Math.floor(middle.length / 2)]?.firstChild;
  if (writing === null || text == null) throw new Error("There is no article.");
  let pressed = 0;
  let shown = Promise.withResolvers<number>();
  window.keyShown = () => shown.promise;
  window.addEventListener(
    "keydown",
    (event) => {
      pressed = event.timeStamp;
      shown = Promise.withResolvers<number>();
    },
    true,
  );
  let painted: () => void = () => undefined;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => painted();
  new MutationObserver(() => {
    const { resolve } = shown;
    const since = pressed;
    // The message arrives after the frame with the letter is painted.
    requestAnimationFrame(() => {
      painted = () => resolve(performance.now() - since);
      channel.port2.postMessage(null);
    });
  }).observe(writing, { childList: true, characterData: true, subtree: true });
  writing.focus();
  text.parentElement?.scrollIntoView({ block: "center" });
  getSelection()?.collapse(text, 40);
}
