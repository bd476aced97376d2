import { article, authorWord, openEditor, outline, save, status, write, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("stores and delivers a save", async ({ page, openArticle, receiver }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await expect(status(page)).toContainText("Nothing saved yet");
  await expect(page.getByRole("heading", { name: "bridge" })).toBeVisible();

  await write(page, "The bridge is open.");
  await expect(status(page)).toContainText("Unsaved changes — draft kept");
  await save(page);
  await expect(status(page)).toContainText(/Saved — version 1, \d/);
  await expect(status(page)).toContainText(/Version 1 delivered \(\d+\.\d s\)/);
  expect((await receiver.received(1)).body).toMatchObject({ event: "article_saved", material_id: "bridge" });

  const again = await openArticle("bridge");
  await openEditor(page, again.url);
  expect(await outline(page)).toEqual(["p: The bridge is open."]);
});

test("uses the author named by the open, whoever used the browser before", async ({ page, openArticle, receiver }) => {
  await openEditor(page, (await openArticle("bridge-before")).url);
  await writeAuthor(page, "somebody-else@example.org");

  await openEditor(page, (await openArticle("bridge-named", { metadata: { user_email: "anna@example.org" } })).url);
  await expect(page.locator(".head-author")).toHaveText("Author: anna@example.org");
  await expect(authorWord(page)).toHaveCount(0);
  await write(page, "The bridge is open.");
  await save(page);
  expect((await receiver.received(1)).body.metadata.user_email).toBe("anna@example.org");

  // Where the open names nobody, the field is there again, with the name that was typed into it.
  await openEditor(page, (await openArticle("bridge-free")).url);
  await expect(authorWord(page)).toHaveText("Author: somebody-else@example.org");
});

test("Ctrl+S saves wherever the focus is, with the author's name", async ({ page, openArticle, receiver }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await authorWord(page).click();
  await expect(page.getByRole("textbox", { name: "Author" })).toHaveValue("");
  await page.keyboard.type("anna@example.org");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  expect((await receiver.received(1)).body.metadata.user_email).toBe("anna@example.org");

  await page.reload();
  await expect(authorWord(page)).toHaveText("Author: anna@example.org");
});

test("text typed during a save stays unsaved until the next one", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "One");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/versions", async (route) => {
    await held;
    await route.continue();
  });
  await save(page);
  await expect(status(page)).toContainText("Saving…");
  await write(page, " and two");
  letGo();
  await expect(status(page)).toContainText("Unsaved changes — draft kept");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 2");
  await page.reload();
  await expect(article(page)).toHaveText("One and two");
});
