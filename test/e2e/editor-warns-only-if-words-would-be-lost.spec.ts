import type { Page } from "@playwright/test";
import { choosePictures, expectOnComputer, openEditor, png, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** Closes the tab as a person does; true where the browser asked whether to stay. */
async function isAskedOnClosing(page: Page): Promise<boolean> {
  const asked = new Promise<boolean>((resolve) => {
    page.once("dialog", (dialog) => {
      resolve(dialog.type() === "beforeunload");
      void dialog.accept();
    });
    page.once("close", () => resolve(false));
  });
  await page.close({ runBeforeUnload: true });
  return asked;
}

test("closes without a warning when unsaved changes are stored", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Kept on this computer");
  await expectOnComputer(page, "Kept on this computer");
  expect(await isAskedOnClosing(page)).toBe(false);
});

test("warns about changes that are stored nowhere", async ({ context, page, openArticle }) => {
  // A browser that keeps nothing, such as one whose disk is full.
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no space", "QuotaExceededError");
    };
  });
  await openEditor(page, (await openArticle("bridge")).url);
  await context.setOffline(true);
  await write(page, "Nowhere");
  await expect(status(page)).toContainText("Not stored anywhere: keep this tab open");
  expect(await isAskedOnClosing(page)).toBe(true);
});

test("warns about an upload in progress", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Words");
  await page.route("**/media?name=*", () => {});
  await choosePictures(page, [await png(page, "slow.png", "grey")]);
  await expect(page.getByRole("group", { name: "slow.png" })).toBeVisible();
  expect(await isAskedOnClosing(page)).toBe(true);
});
