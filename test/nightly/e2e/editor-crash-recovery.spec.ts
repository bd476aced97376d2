import fs from "node:fs";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import config from "../../../playwright.config.ts";
import { article, notices, openEditor } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const SENTENCES = "The bridge over the river was opened again this morning, after eleven months of work. ".repeat(8);
/** Frames in 0.1 s: their text may not be on disk yet. */
const UNSTORED_FRAMES = 6;

/** Starts a browser that can be killed with all its processes; its profile stays on disk. */
async function startOwnBrowser(profile: string) {
  const context = await chromium.launchPersistentContext(profile, config.use?.launchOptions);
  const devTools = await context.browser()?.newBrowserCDPSession();
  return {
    context,
    async kill() {
      const ended = context.waitForEvent("close");
      const { processInfo = [] } = (await devTools?.send("SystemInfo.getProcessInfo")) ?? {};
      for (const { id } of processInfo) process.kill(id, "SIGKILL");
      await ended;
    },
  };
}

/** Records the text of each frame outside the browser. */
async function watchFrames(context: BrowserContext, page: Page) {
  const frames: string[] = [];
  let check = () => {};
  await context.exposeBinding("painted", (_, text: string) => {
    frames.push(text);
    check();
  });
  await article(page).evaluate((root) => {
    const report = (window as unknown as { painted(text: string): Promise<void> }).painted;
    const frame = () => {
      void report(root.textContent ?? "");
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return {
    /** Resolves when the text has this many letters. */
    shows: (letters: number) =>
      new Promise<void>((resolve) => {
        check = () => {
          if ((frames.at(-1)?.length ?? 0) >= letters) resolve();
        };
      }),
    /** The text 0.1 s before the last frame. */
    storedText: () => frames.at(-1 - UNSTORED_FRAMES) ?? "",
  };
}

/** Starts typing without waiting for its end. */
async function beginTyping(page: Page): Promise<void> {
  await article(page).press("ControlOrMeta+End");
  page.keyboard.type(SENTENCES, { delay: 8 }).catch(() => undefined);
}

async function expectRestored(page: Page, storedText: string): Promise<void> {
  await expect(notices(page)).toContainText("were restored");
  await expect(article(page)).toContainText(storedText);
  const text = (await article(page).textContent()) ?? "";
  expect(SENTENCES.startsWith(text), `The restored text is "${text}"`).toBe(true);
}

test("restores text typed until the browser was killed", async ({ openArticle }) => {
  const profile = temporaryFolder();
  const session = await openArticle("bridge");
  const killed = await startOwnBrowser(profile);
  const page = await openEditor(await killed.context.newPage(), session.url);
  const screen = await watchFrames(killed.context, page);
  await beginTyping(page);
  await screen.shows(100);
  await killed.kill();

  const browser = await startOwnBrowser(profile);
  const next = await openEditor(await browser.context.newPage(), session.url);
  await expectRestored(next, screen.storedText());
  await browser.kill();
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});
