import fs from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import type { EditorSession } from "../../server/contracts/editor-api.ts";
import { spawnAppliance, temporaryFolder } from "../support/appliance.ts";
import { editorOf } from "../support/site.ts";
import { article, notices, openEditor, save, status } from "./editor-page.ts";
import { expect, processTest, test } from "./fixtures.ts";
import { startOwnBrowser } from "./own-browser.ts";

const SENTENCES = "The bridge over the river was opened again this morning, after eleven months of work. ".repeat(8);
/** A tenth of a second of frames: what may still be on its way to the disk. */
const FRAMES_ON_THE_WAY = 6;

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
  page.keyboard.type(SENTENCES, { delay: 12 }).catch(() => undefined);
}

async function expectWordsBack(page: Page, certain: string): Promise<void> {
  await expect(notices(page)).toContainText("were restored");
  await expect(article(page)).toContainText(certain);
  const text = (await article(page).textContent()) ?? "";
  expect(SENTENCES.startsWith(text), `The words that came back are "${text}"`).toBe(true);
}

processTest(
  "words typed while the appliance is killed stay in the tab, and are on the appliance once it is back",
  async ({ page, spawned: appliance, openArticle, receiver }) => {
    const session = await openArticle("bridge");
    await openEditor(page, session.url);
    await article(page).pressSequentially("Before. ");
    const kill = appliance.kill();
    await page.keyboard.type("In the middle of a sen");
    await kill;
    await page.keyboard.type("tence.");
    await expect(status(page)).toContainText("Offline: kept on this computer");
    await expect(article(page)).toHaveText("Before. In the middle of a sentence.");

    const portOf = (url: string) => new URL(url).port;
    const again = await spawnAppliance({
      dataDir: appliance.dataDir,
      args: ["--port", portOf(appliance.url), "--console-port", portOf(appliance.consoleUrl)],
    });
    const drafts = async () => {
      const editor = editorOf(session);
      const [draft] = ((await (await editor("GET", "")).json()) as EditorSession).drafts;
      return draft === undefined ? "" : (await editor("GET", `/draft/${draft.client_id}`)).text();
    };
    await expect.poll(drafts, { timeout: 20_000 }).toContain("In the middle of a sentence.");
    await save(page);
    await expect(status(page)).toContainText("Version 1 delivered");
    expect(receiver.callbacks).toHaveLength(1);
    await page.reload();
    await expect(article(page)).toHaveText("Before. In the middle of a sentence.");
    await again.close();
  },
);

test("restores text typed until the tab crashed", async ({ context, page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  const screen = await watchFrames(context, page);
  await beginTyping(page);
  await screen.shows(100);
  const crashed = page.waitForEvent("crash");
  const devtools = await context.newCDPSession(page);
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;

  const next = await context.newPage();
  await openEditor(next, session.url);
  await expectWordsBack(next, screen.certain());
});

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
