import { article, leaseBar, notices, openEditor, outline, save, status, write, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("one writes and the other reads until they take over; conflicting saves are shown side by side", async ({
  browser,
  page,
  openArticle,
}) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "The bridge is open.\nIt is made of wood.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");

  const ben = await (await browser.newContext()).newPage();
  await openEditor(ben, session.url);
  await writeAuthor(ben, "ben@example.org");
  await expect(leaseBar(ben)).toContainText("has been editing since");
  await expect(page.getByText("Also here: ben@example.org")).toBeVisible();
  await expect(article(ben)).toHaveAttribute("contenteditable", "false");
  await expect(ben.getByRole("button", { name: "Add a block here" })).toHaveCount(0);
  await expectLooksRight(ben, "reading");

  await test.step("a take-over keeps unsaved changes", async () => {
    await write(page, "\nAnna was here.");
    await leaseBar(ben).getByRole("button", { name: "Take over" }).click();
    await expect(leaseBar(page)).toContainText(/ben@example.org took over at \d.*Your changes are kept/);
    await ben.keyboard.press("Escape");
    await article(ben).press("ControlOrMeta+Home");
    await ben.keyboard.type("Ben: ");
    await save(ben);
    await expect(status(ben)).toContainText("Saved — version 2");
    await expect(notices(page)).toContainText("Version 2 was saved by ben@example.org");
    await ben.close();
    await expect(leaseBar(page)).toContainText("Editing is free.");
    await leaseBar(page).getByRole("button", { name: "Edit" }).click();
    await expect(article(page)).toHaveAttribute("contenteditable", "true");
  });

  await test.step("both versions are compared, and blocks of the other one taken", async () => {
    const dialog = page.getByRole("dialog", { name: "Another version was saved in between" });
    await save(page);
    await expect(dialog).toContainText("Version 2 was saved by ben@example.org");
    await page.keyboard.press("Escape");
    await expect(article(page)).toContainText("Anna was here.");
    await save(page);
    const changed = dialog.getByRole("region", { name: "1 of 2: Paragraph" });
    await expect(changed.locator("mark")).toHaveText("Ben: ");
    await expectLooksRight(page, "conflict");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(changed).toBeFocused();
    await changed.getByRole("button", { name: "Use this block" }).click();
    await expect(dialog.getByText("1 difference", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Save mine as version 3" }).click();
    await expect(status(page)).toContainText("Saved — version 3");
    expect(await outline(page)).toEqual(["p: Ben: The bridge is open.", "p: It is made of wood.", "p: Anna was here."]);
  });
});
