import { article, expectOnComputer, notices, openEditor, outline, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("restores unsaved changes after a reload, by the cookie alone", async ({ page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  expect(new URL(page.url()).hash).toBe("");
  await write(page, "Not saved, not sent");
  await page.reload();
  await expect(article(page)).toHaveText("Not saved, not sent");
  await expect(notices(page)).toContainText("were restored");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await page.reload();
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(notices(page)).not.toContainText("were restored");
});

test("restores the unsaved changes of a closed tab in the next one", async ({ context, page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "From the first tab");
  await expectOnComputer(page, "From the first tab");
  await page.close();

  const next = await context.newPage();
  await openEditor(next, session.url);
  await expect(article(next)).toHaveText("From the first tab");
  await expect(notices(next)).toContainText("were restored");
  await save(next);
  await expect(status(next)).toContainText("Saved — version 1");
  await next.close();
  const third = await context.newPage();
  await openEditor(third, session.url);
  await expect(status(third)).toContainText("Saved — version 1");
  await expect(notices(third)).not.toContainText("nsaved changes");
});

test("restores unsaved changes stored by an earlier version of Galley", async ({ page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Kept long ago");
  await expectOnComputer(page, "Kept long ago");
  await page.goto(new URL("/nothing", session.url).href);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("galley-editor");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("drafts", "readwrite");
          const drafts = transaction.objectStore("drafts");
          const reading = drafts.getAll();
          reading.onsuccess = () => {
            for (const draft of reading.result) drafts.put({ ...draft, vms_json: JSON.parse(draft.vms_json) });
          };
          transaction.oncomplete = () => resolve();
        };
      }),
  );
  await openEditor(page, session.url);
  await expect(article(page)).toHaveText("Kept long ago");
});

test("leaves the unsaved changes of an open tab alone", async ({ context, page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Being written");
  await expectOnComputer(page, "Being written");
  const next = await context.newPage();
  await openEditor(next, session.url);
  await expect(article(next)).toHaveText("");
});

test("does not offer discarded changes again", async ({ context, page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Never mind");
  await expectOnComputer(page, "Never mind");
  await page.close();

  const next = await context.newPage();
  await openEditor(next, session.url);
  await notices(next).getByRole("button", { name: "Discard" }).click();
  await expect(article(next)).toHaveText("");
  await next.reload();
  await next.getByRole("button", { name: "Discard" }).click();
  await expect(notices(next)).not.toContainText("Unsaved changes");
  await next.reload();
  await expect(article(next)).toBeVisible();
  await expect(notices(next)).not.toContainText("nsaved changes");
  expect(await outline(next)).toEqual(["p: "]);
});

test("offers unsaved changes on another computer", async ({ browser, page, openArticle }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  const sent = page.waitForResponse((response) => response.url().endsWith("/draft"));
  await write(page, "From the newsroom");
  await sent;
  await page.close();

  const elsewhere = await (await browser.newContext()).newPage();
  await openEditor(elsewhere, session.url);
  await expect(notices(elsewhere)).toContainText("in another tab or by a colleague");
  await elsewhere.getByRole("button", { name: /^Restore( my changes)?$/ }).click();
  await expect(article(elsewhere)).toHaveText("From the newsroom");
});
