/** Several people in one article lose no word. */
import type { Page } from "@playwright/test";
import { article, openEditor, save, status } from "../../e2e/editor-page.ts";
import { elsewhere, expect, processTest, test } from "../../e2e/fixtures.ts";
import { deliveredFiles } from "../../e2e/rendered.ts";
import { spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { freePorts } from "../../support/listening.ts";
import { openSession } from "../../support/site.ts";

test.setTimeout(600_000);

const WORDS = 500;
const OFFLINE_WORDS = 200;
const KILLS = 12;
const BETWEEN_KILLS_MS = 5_000;

async function people(page: Page, url: string, count: number): Promise<Page[]> {
  const pages = [page];
  await openEditor(page, url);
  await page.keyboard.type("1\n2\n3");
  while (pages.length < count) {
    pages.push(await openEditor(await elsewhere(page), url));
  }
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(["1", "2", "3"]);
  return pages;
}

/** Unique words of one person. */
const words = (person: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ` ${person}${from + index}`).join("");

async function typeInParagraph(page: Page, index: number, text: string): Promise<void> {
  await article(page).locator("p").nth(index).click();
  await page.keyboard.press("End");
  await page.keyboard.type(text);
}

test("keeps every word of three people in order, in all three tabs and in the archive", async ({
  page,
  openArticle,
  project,
  receiver,
}) => {
  const session = await openArticle("three");
  const pages = await people(page, session.url, 3);
  const names = ["a", "b", "c"];
  const lines = names.map((name, index) => `${index + 1}${words(name, 0, WORDS)}`);
  await Promise.all(pages.map((each, index) => typeInParagraph(each, index, words(names[index] ?? "", 0, WORDS))));
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(lines, { timeout: 60_000 });

  await test.step("merges 200 words that each person typed offline", async () => {
    for (const each of pages) await each.context().setOffline(true);
    // Each cursor is still after the person's last word.
    await Promise.all(pages.map((each, index) => each.keyboard.type(words(names[index] ?? "", WORDS, OFFLINE_WORDS))));
    for (const each of pages) await each.context().setOffline(false);
    const all = names.map((name, index) => `${index + 1}${words(name, 0, WORDS + OFFLINE_WORDS)}`);
    for (const each of pages) await expect(article(each).locator("p")).toHaveText(all, { timeout: 60_000 });
    await save(page);
    for (const each of pages) await expect(status(each)).toContainText("Saved — version 1");
    const files = await deliveredFiles(project, await receiver.received(1));
    const html = files.get("vms_html.html")?.toString() ?? "";
    for (const line of all) expect(html).toContain(line);
  });
});

processTest("loses and duplicates no word while the appliance is killed every five seconds", async ({ page }) => {
  const dataDir = temporaryFolder();
  const args = await freePorts();
  let appliance = await spawnAppliance({ dataDir, args });
  const keys = await appliance.createProject();
  const session = await openSession(appliance.url, keys, {
    material_id: "killed",
    callback_url: "http://127.0.0.1:9/galley/callback",
  });
  const pages = await people(page, session.url, 2);
  let typing = true;
  const typed = await Promise.all([
    ...pages.map(async (each, index) => {
      let text = "";
      await typeInParagraph(each, index, "");
      for (let word = 0; typing; word++) {
        const next = words(index === 0 ? "a" : "b", word, 1);
        await each.keyboard.type(next, { delay: 30 });
        text += next;
      }
      return text;
    }),
    (async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
        await appliance.kill();
        appliance = await spawnAppliance({ dataDir, args });
      }
      typing = false;
      return "";
    })(),
  ]);
  const lines = [`1${typed[0]}`, `2${typed[1]}`, "3"];
  for (const each of pages) await expect(article(each).locator("p")).toHaveText(lines, { timeout: 120_000 });
  await appliance.close();
});
