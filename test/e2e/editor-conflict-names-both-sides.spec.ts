import type { Page } from "@playwright/test";
import { article, notices, openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Somebody else saved in between" });

test.describe("two tabs, both on version 1", () => {
  test.beforeEach(async ({ context, page, openArticle }) => {
    const session = await openArticle("bridge");
    await openEditor(page, session.url);
    await write(page, "Common. ");
    await save(page);
    await expect(status(page)).toContainText("Saved — version 1");

    const other = await context.newPage();
    await openEditor(other, session.url);
    await other.getByRole("textbox", { name: "Author" }).fill("ben@example.org");
    await write(other, "Ben was here.");
    await save(other);
    await expect(status(other)).toContainText("Saved — version 2");
    await other.close();
    await expect(notices(page)).toContainText("Version 2 was saved by ben@example.org");

    await write(page, "Anna was here.");
    await save(page);
    await expect(dialog(page)).toContainText("Version 2 was saved by ben@example.org");
    await expect(dialog(page)).toContainText("Your words were begun on version 1");
  });

  test("mine can become the next version", async ({ page }) => {
    await dialog(page).getByRole("button", { name: "Save mine as version 3" }).click();
    await expect(status(page)).toContainText("Saved — version 3");
    await page.reload();
    await expect(article(page)).toHaveText("Common. Anna was here.");
  });

  test("the other version can be shown, and mine are kept under History", async ({ page }) => {
    await dialog(page).getByRole("button", { name: "Show version 2" }).click();
    await expect(article(page)).toHaveText("Common. Ben was here.");
    await expect(status(page)).toContainText("Saved — version 2");
    await page.reload();
    await expect(article(page)).toHaveText("Common. Ben was here.");

    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History" });
    await history.getByRole("button", { name: "Restore" }).first().click();
    await expect(article(page)).toHaveText("Common. Anna was here.");
  });

  test("Escape leaves everything as it is", async ({ page }) => {
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(article(page)).toHaveText("Common. Anna was here.");
    await expect(status(page)).toContainText("Not saved yet");
    await save(page);
    await expect(dialog(page)).toBeVisible();
  });
});
