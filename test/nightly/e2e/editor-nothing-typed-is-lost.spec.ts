import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import config from "../../../playwright.config.ts";
import { article, notices, openEditor } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const SENTENCES = "The bridge over the river was opened again this morning, after eleven months of work. ".repeat(8);
/** A tenth of a second of frames: what may still be on its way to the disk. */
const FRAMES_ON_THE_WAY = 6;

/** A browser with a profile on disk that outlives it: it can be killed like any program, with all its processes. */
async function startOwnBrowser(profile: string) {
  const { executablePath, args } = { executablePath: chromium.executablePath(), ...config.use?.launchOptions };
  const child = spawn(
    executablePath,
    [...(args ?? []), "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    // A group of its own, so that one signal reaches every process of it and nothing else.
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const ended = once(child, "exit");
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stderr.resume();
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (context !== undefined) return { context, kill };
  }
  await kill();
  throw new Error("The browser ended before it could be driven.");
}

/** Watches what stands on the screen, frame by frame, from outside the browser: it outlives it. */
async function watchFrames(context: BrowserContext, page: Page) {
  const frames: string[] = [];
  let look = () => {};
  await context.exposeBinding("painted", (_, text: string) => {
    frames.push(text);
    look();
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
    /** Resolves once so many letters stand there. */
    shows: (letters: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if ((frames.at(-1)?.length ?? 0) >= letters) resolve();
        };
      }),
    /** What stood there a tenth of a second before the last frame. */
    certain: () => frames.at(-1 - FRAMES_ON_THE_WAY) ?? "",
  };
}

/** Begins to type and does not wait: whoever is typing is interrupted. */
async function beginTyping(page: Page): Promise<void> {
  await article(page).press("ControlOrMeta+End");
  page.keyboard.type(SENTENCES, { delay: 8 }).catch(() => undefined);
}

async function expectWordsBack(page: Page, certain: string): Promise<void> {
  await expect(notices(page)).toContainText("were restored");
  await expect(article(page)).toContainText(certain);
  const text = (await article(page).textContent()) ?? "";
  expect(SENTENCES.startsWith(text), `The words that came back are "${text}"`).toBe(true);
}

test("restores text typed until the browser was killed", async ({ openArticle }) => {
  const profile = temporaryFolder();
  const session = await openArticle("bridge");
  const killed = await startOwnBrowser(profile);
  const page = await killed.context.newPage();
  await openEditor(page, session.url);
  const screen = await watchFrames(killed.context, page);
  await beginTyping(page);
  await screen.shows(100);
  await killed.kill();

  const browser = await startOwnBrowser(profile);
  const next = await browser.context.newPage();
  await openEditor(next, session.url);
  await expectWordsBack(next, screen.certain());
  await browser.kill();
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});
