import type { Page } from "@playwright/test";
import { choosePictures, png } from "./editor-files.ts";
import {
  article,
  expectOnComputer,
  notices,
  openEditor,
  outline,
  save,
  saveVersion,
  status,
  write,
} from "./editor-page.ts";
import { elsewhere, expect, test } from "./fixtures.ts";

test("restores unsaved changes in the next tab, also in an old format", async ({ context, page, edit }) => {
  const session = await edit();
  expect(new URL(page.url()).hash).toBe("");

  await test.step("a draft stored as an object, as in earlier versions", async () => {
    await write(page, "Not saved");
    await expectOnComputer(page, "Not saved");
    await page.goto(new URL("/nothing", session.url).href);
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open("galley-editor");
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
    await page.close();
  });

  await test.step("the next tab restores them, and a save ends the notice", async () => {
    const next = await openEditor(await context.newPage(), session.url);
    await expect(article(next)).toHaveText("Not saved");
    await expect(notices(next)).toContainText("were restored");
    await saveVersion(next, 1);
    await next.reload();
    await expect(status(next)).toContainText("Saved — version 1");
    await expect(notices(next)).not.toContainText("nsaved changes");
  });
});

test("offers unsaved changes on another computer, and discarded ones no more", async ({ page, openArticle, edit }) => {
  const session = await edit();
  const sent = page.waitForResponse((response) => response.url().endsWith("/draft"));
  await write(page, "From the newsroom");
  await sent;
  await expectOnComputer(page, "From the newsroom");
  await page.close();

  const away = await openEditor(await elsewhere(page), session.url);
  await expect(notices(away)).toContainText("in another tab or by a colleague");
  await away.getByRole("button", { name: /^Restore( my changes)?$/ }).click();
  await expect(article(away)).toHaveText("From the newsroom");
  await away.context().close();

  const other = await openArticle("tunnel");
  const first = await openEditor(await page.context().newPage(), other.url);
  await write(first, "To be discarded");
  await expectOnComputer(first, "To be discarded");
  await first.reload();
  await notices(first).getByRole("button", { name: "Discard" }).click();
  await expect(article(first)).toHaveText("");
  await first.reload();
  await notices(first).getByRole("button", { name: "Discard" }).click();
  await expect(notices(first)).not.toContainText("Unsaved changes");
  await first.reload();
  await expect(article(first)).toBeVisible();
  await expect(notices(first)).not.toContainText("nsaved changes");
  expect(await outline(first)).toEqual(["p: "]);
});

test("keeps changes after the login ended; the next open saves them", async ({ context, page, openArticle, edit }) => {
  const session = await edit();
  await context.clearCookies();
  await write(page, "Typed too late");
  await expect(notices(page)).toContainText("Your login has expired");
  await save(page);
  await expect(status(page)).toContainText("your login has expired");
  await expectOnComputer(page, "Typed too late");

  const again = await context.newPage();
  await again.goto(session.url.split("#")[0] ?? "");
  await expect(again.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await expect(again.getByRole("main")).toContainText("kept on this computer");
  // The next link differs only after the #, so the browser does not reload the page.
  await again.goto((await openArticle("bridge")).url);
  await expect(article(again)).toBeVisible();
  await again.close();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(notices(page)).not.toContainText("Your login has expired");
});

test("closing the tab warns of uploads and unstored changes, and of nothing else", async ({ context, openArticle }) => {
  /** Closes the tab. @returns whether the browser asked for confirmation */
  const warnsOnClosing = async (page: Page): Promise<boolean> => {
    const warning = new Promise<boolean>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type() === "beforeunload");
        void dialog.accept();
      });
      page.once("close", () => resolve(false));
    });
    await page.close({ runBeforeUnload: true });
    return warning;
  };
  const { url } = await openArticle("bridge");
  const stored = await openEditor(await context.newPage(), url);
  await write(stored, "Kept on this computer");
  await expectOnComputer(stored, "Kept on this computer");
  expect(await warnsOnClosing(stored)).toBe(false);

  const uploading = await openEditor(await context.newPage(), url);
  await expect(article(uploading)).toHaveText("Kept on this computer");
  await uploading.route("**/media?name=*", () => {});
  await choosePictures(uploading, [await png(uploading, "slow.png", "grey")]);
  await expect(uploading.getByRole("group", { name: "slow.png" })).toBeVisible();
  expect(await warnsOnClosing(uploading)).toBe(true);

  const nowhere = await context.newPage();
  // A browser that cannot store anything, such as with a full disk.
  await nowhere.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no space", "QuotaExceededError");
    };
  });
  await openEditor(nowhere, (await openArticle("nowhere")).url);
  await context.setOffline(true);
  await write(nowhere, "Nowhere");
  await expect(status(nowhere)).toContainText("Not stored anywhere: keep this tab open");
  expect(await warnsOnClosing(nowhere)).toBe(true);
});

test("shows what to do after an admin has deleted the article, and its unsaved text", async ({
  appliance,
  page,
  edit,
}) => {
  const empty = await edit("empty");
  await appliance.console("DELETE", `/sessions/${empty.session_id}`);
  await page.reload();
  await expect(page.getByRole("main")).toContainText(
    /There is no session \S+\.\s*Open the article again from your site\.\s*$/,
  );
  const { session_id } = await edit();
  await write(page, "Not saved\nSecond line");
  await expectOnComputer(page, "Second line");
  await appliance.console("DELETE", `/sessions/${session_id}`);
  await page.reload();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveText("Not saved Second line");
});
