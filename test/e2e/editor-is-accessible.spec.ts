import { article, choosePictures, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("the editor is accessible and fits the window", async ({ page, openArticle, receiver }) => {
  test.slow();
  receiver.answer = () => ({ rc: 0, rm: "Not today.", data: {} });
  await openEditor(page, (await openArticle("bridge")).url);
  await expectLooksRight(page, "empty");

  await write(page, "Words, and https://example.org/ as a link ");
  await choosePictures(page, [
    await png(page, "dawn.png", "teal", 900),
    { name: "x.exe", type: "", bytes: Buffer.from("MZ") },
  ]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel: x.exe" })).toBeVisible();
  await save(page);
  await expect(status(page)).toContainText("Rejected: Not today.");
  await expectLooksRight(page, "rejected");

  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" })).toContainText("Version 1");
  await expectLooksRight(page, "history");
  await page.keyboard.press("Escape");

  await article(page).focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("textbox", { name: "Link to" })).toBeVisible();
  await expectLooksRight(page, "link");
  await page.keyboard.press("Escape");
});
