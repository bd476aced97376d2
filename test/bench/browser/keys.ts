/** From a key press to the frame that shows it, as the page itself sees it. */
import type { Page } from "@playwright/test";

const WRITING = ".ProseMirror";
/** Someone who types fast; what the page puts off until he rests comes in between. */
const BETWEEN_KEYS_MS = 60;
const TEXT = "and so it was that the boat came in ";

/** Waits for the article and puts the caret into a paragraph in its middle. */
export async function typistAt(page: Page) {
  await page.locator(`${WRITING} p`).first().waitFor();
  await page.evaluate(watchKeys, WRITING);
  let typed = 0;
  return {
    /** Types so many letters and gives the ms that each of them took. */
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
    /** Resolves with the ms of the last key as soon as it has been painted. */
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
    // The frame after the letter is in the document; its painting is done when the message after it arrives.
    requestAnimationFrame(() => {
      painted = () => resolve(performance.now() - since);
      channel.port2.postMessage(null);
    });
  }).observe(writing, { childList: true, characterData: true, subtree: true });
  writing.focus();
  text.parentElement?.scrollIntoView({ block: "center" });
  getSelection()?.collapse(text, 40);
}
