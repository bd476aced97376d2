import type { Page } from "@playwright/test";
import { article, leaseBar, notices, openEditor, outline, save, status, write, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Another version was saved in between" });

test.describe("a save over what somebody else saved after taking over", () => {
  test.beforeEach(async ({ browser, page, openArticle }) => {
    const session = await openArticle("bridge");
    await openEditor(page, session.url);
    await write(page, "The bridge is open.\nIt is made of wood.");
    await save(page);
    await expect(status(page)).toContainText("Saved — version 1");

    const other = await (await browser.newContext()).newPage();
    await openEditor(other, session.url);
    await writeAuthor(other, "ben@example.org");
    await expect(leaseBar(other)).toContainText("has been editing since");
    await write(page, "\nAnna was here.");
    await leaseBar(other).getByRole("button", { name: "Take over" }).click();
    await expect(leaseBar(page)).toContainText(/ben@example.org took over at \d.*Your changes are kept/);
    await expect(leaseBar(page).getByRole("button", { name: "Take over" })).toBeFocused();
    await other.keyboard.press("Escape");
    await article(other).press("ControlOrMeta+Home");
    await other.keyboard.type("Ben: ");
    await save(other);
    await expect(status(other)).toContainText("Saved — version 2");
    await expect(notices(page)).toContainText("Version 2 was saved by ben@example.org");

    await leaseBar(page).getByRole("button", { name: "Take over" }).click();
    await expect(leaseBar(other)).toContainText("took over at");
    await other.context().close();
    await save(page);
    await expect(dialog(page)).toContainText("Version 2 was saved by ben@example.org");
    await expect(dialog(page)).toContainText("Your changes are based on version 1");
  });

  test("saves mine as the next version, with blocks copied from theirs", async ({ page }) => {
    const changed = dialog(page).getByRole("region", { name: "1 of 2: Paragraph" });
    await expect(changed.locator("mark")).toHaveText("Ben: ");
    await expect(dialog(page).getByText("2 differences")).toBeVisible();
    await expectLooksRight(page, "conflict");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(changed).toBeFocused();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(dialog(page).getByRole("region", { name: "2 of 2: Paragraph" })).toBeFocused();
    await changed.getByRole("button", { name: "Use this block" }).click();
    await expect(dialog(page).getByText("1 difference", { exact: true })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Undo" }).click();
    await expect(dialog(page).getByText("2 differences")).toBeVisible();
    await changed.getByRole("button", { name: "Use this block" }).click();
    await dialog(page).getByRole("button", { name: "Save mine as version 3" }).click();
    await expect(status(page)).toContainText("Saved — version 3");
    await page.reload();
    await expect(article(page)).toBeVisible();
    expect(await outline(page)).toEqual(["p: Ben: The bridge is open.", "p: It is made of wood.", "p: Anna was here."]);
  });

  test("shows the other version, and keeps mine under History", async ({ page }) => {
    await dialog(page).getByRole("button", { name: "Show version 2" }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await outline(page)).toEqual(["p: Ben: The bridge is open.", "p: It is made of wood."]);
    await expect(status(page)).toContainText("Saved — version 2");
    await page.reload();
    await expect(article(page)).toContainText("Ben: The bridge is open.");

    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History" });
    await history.getByRole("button", { name: "Restore", exact: true }).first().click();
    await expect(article(page)).toContainText("Anna was here.");
  });

  test("Escape leaves everything as it is", async ({ page }) => {
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(article(page)).toContainText("Anna was here.");
    await expect(status(page)).toContainText("Unsaved changes");
    await save(page);
    await expect(dialog(page)).toBeVisible();
  });
});
