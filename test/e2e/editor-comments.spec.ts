import type { Page } from "@playwright/test";
import { article, openEditor, saveVersion, status, write, writeAuthor } from "./editor-page.ts";
import { elsewhere, expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
const cards = (page: Page) => panel(page).getByRole("article");
const marked = (page: Page) => article(page).locator(".comments-words");

/** Selects words of the article. */
async function select(page: Page, words: string): Promise<void> {
  await article(page).evaluate((root, searched) => {
    root.focus();
    getSelection()?.collapse(root, 0);
    if (!(window as unknown as { find(words: string): boolean }).find(searched))
      throw new Error(`The article does not contain ${searched}.`);
  }, words);
}

async function comment(page: Page, words: string, text: string): Promise<void> {
  await select(page, words);
  await page.keyboard.press("Control+Alt+m");
  await expect(panel(page).getByRole("textbox", { name: "Your comment" })).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Control+Enter");
}

test("two people comment on words; comments survive edits and versions", async ({ page, edit }) => {
  const session = await edit("talk");
  await writeAuthor(page, "anna@example.org");
  await write(page, "The old harbour is empty.\nNobody knows why the ships went away. TK the year.");
  await saveVersion(page, 1);
  await comment(page, "harbour", "Which one?");
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("Waiting for a reply");
  await expect(marked(page)).toHaveText("harbour");
  await expect(panel(page)).toContainText("1 TK in the text");

  const ben = await elsewhere(page);
  await test.step("a second person replies, and both see who is to reply next", async () => {
    await openEditor(ben, session.url);
    await expect(ben.getByRole("button", { name: "Comments (1)" })).toBeVisible();
    await writeAuthor(ben, "ben@example.org");
    await ben.getByRole("button", { name: "Comment by anna" }).click();
    await expect(cards(ben)).toBeFocused();
    await cards(ben).getByRole("textbox", { name: "Reply to anna" }).fill("The one in the east.");
    await ben.keyboard.press("Control+Enter");
    await expect(cards(page)).toContainText("Waiting for you");
    await expect(cards(ben)).toContainText("Waiting for anna");
    await expectLooksRight(page, "comments");
  });

  await test.step("the mark moves with the words and returns with them on undo", async () => {
    await article(page).press("ControlOrMeta+Home");
    await page.keyboard.type("Today: ");
    await expect(marked(page)).toHaveText("harbour");
    await select(page, "The old harbour is empty.");
    await page.keyboard.press("Delete");
    await expect(cards(page)).toContainText("Text deleted");
    await expect(marked(page)).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(marked(page)).toHaveText("harbour");
    await expect(cards(page)).not.toContainText("Text deleted");
  });

  await nightlyStep("a restored version shows the mark", async () => {
    await select(page, "harbour");
    await page.keyboard.type("port");
    await saveVersion(page, 2);
    await expect(marked(page)).toHaveText("port");
    await page.getByRole("button", { name: "Close: Comments" }).click();
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("button", { name: "Restore and send" }).click();
    await expect(status(page)).toContainText("Saved — version 3");
    await expect(marked(page)).toHaveText("harbour");
  });

  await test.step("F9 goes from comment to comment; resolved comments can be reopened", async () => {
    // A busy browser is never idle.
    const idle = await page.evaluateHandle(() => {
      const original = globalThis.requestIdleCallback;
      globalThis.requestIdleCallback = () => 0;
      return original;
    });
    await comment(page, "ships", "How many, @ben?");
    await expect(cards(page)).toHaveCount(2);
    await expect(marked(page)).toHaveText(["harbour", "ships"]);
    await page.keyboard.press("Escape");
    await article(page).press("ControlOrMeta+Home");
    await page.keyboard.press("F9");
    await expect(cards(page).first()).toBeFocused();
    await page.keyboard.press("F9");
    await expect(cards(page).nth(1)).toBeFocused();
    await page.evaluate((original) => Object.assign(globalThis, { requestIdleCallback: original }), idle);
    await expect(cards(ben).nth(1)).toContainText("Waiting for you");
    await panel(ben).getByRole("radiogroup").getByText("Mine", { exact: true }).click();
    await expect(cards(ben)).toContainText(["How many, @ben?"]);
    await panel(ben).getByRole("radiogroup").getByText("Open", { exact: true }).click();
    await cards(page).nth(1).getByRole("button", { name: "Resolve" }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(ben)).toHaveCount(1);
    await panel(page).getByRole("radiogroup").getByText("Resolved", { exact: true }).click();
    await expect(cards(page)).toContainText("Resolved by anna");
    // In the order of the text, also those that are resolved.
    await panel(page).getByRole("radiogroup").getByText("Mine", { exact: true }).click();
    await expect(cards(page)).toContainText(["Which one?", "How many, @ben?"]);
    await panel(page).getByRole("radiogroup").getByText("Resolved", { exact: true }).click();
    await cards(page).getByRole("button", { name: "Reopen" }).click();
    await panel(page).getByRole("radiogroup").getByText("Open", { exact: true }).click();
    await expect(cards(page)).toHaveCount(2);
  });

  await nightlyStep(
    "an unfinished comment survives a reload; offline it is kept, and sent after reconnecting",
    async () => {
      await select(page, "empty");
      await page.keyboard.press("Control+Alt+m");
      await page.keyboard.type("Half a thou");
      await page.reload();
      await page.getByRole("button", { name: /^Comments/ }).click();
      const field = panel(page).getByRole("textbox", { name: "Your comment" });
      await expect(field).toHaveValue("Half a thou");
      await page.context().setOffline(true);
      await field.press("End");
      await page.keyboard.type("ght");
      await page.keyboard.press("Control+Enter");
      await expect(panel(page)).toContainText("Offline. Your comment is kept on this computer");
      await page.context().setOffline(false);
      await expect(cards(ben)).toHaveCount(3);
      await expect(cards(page)).toHaveCount(3);
      await expect(panel(page)).not.toContainText("Offline.");
    },
  );
});
