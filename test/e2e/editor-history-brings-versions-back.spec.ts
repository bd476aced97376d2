import type { Page } from "@playwright/test";
import { save as saveVersion } from "./console-page.ts";
import { article, choosePictures, openEditor, outline, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

/** Version 1 says "First", version 2 "First and second". */
async function saveTwice(page: Page): Promise<void> {
  await write(page, "First");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  await write(page, " and second");
  await save(page);
  await expect(status(page)).toContainText("Version 2 delivered");
}

test("previews, compares and restores an old version, and delivers it", async ({ page, openArticle, receiver }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await saveTwice(page);
  await write(page, " and unsaved");

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history).toContainText("Older versions are kept for at least two weeks");
  const download = page.waitForEvent("download");
  await history.getByRole("link", { name: "Download archive: Version 1" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  await history.getByRole("button", { name: "Compare with Version 1" }).click();
  await expect(history.getByRole("region", { name: "1 of 1: Paragraph" }).locator("ins")).toHaveText(
    "and second and unsaved",
  );
  await expect(history.locator("del")).toHaveCount(0);
  await expectLooksRight(page, "comparison");
  await history.getByRole("radio", { name: "Preview" }).check();
  await expect(history.frameLocator("iframe").getByText("First", { exact: true })).toBeVisible();
  await history.getByRole("button", { name: "Restore version 1" }).click();
  await history.getByRole("button", { name: "Restore and send" }).click();
  await expect(history).toBeHidden();
  await expect(article(page)).toHaveText("First");
  await expect(status(page)).toContainText("Version 3 delivered");
  expect(receiver.callbacks).toHaveLength(3);

  await page.getByRole("button", { name: "History" }).click();
  await history.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(article(page)).toHaveText("First and second and unsaved");
});

test("compares pictures, and shows a moved block, which can be moved back", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "The harbour\nThe town\n");
  await choosePictures(page, [await png(page, "dusk.png", "red", 90)]);
  await expect(article(page).locator("figure img")).toHaveCount(1);
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await article(page).locator("figure img").click();
  await article(page).locator("figure").getByRole("button", { name: "Remove" }).click();
  await choosePictures(page, [await png(page, "dawn.png", "blue", 90)]);
  await expect(article(page).locator("figure img")).toHaveAttribute("src", /dawn/);

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: "Compare with Version 1" }).click();
  const changed = history.getByRole("region", { name: "1 of 1: Picture" });
  await expect(changed.getByRole("figure").first()).toHaveText("only in yours");
  await expect(changed.getByRole("figure").last()).toHaveText("only in Version 1");
  await expect(changed).not.toContainText(".png");
  const [mine, theirs] = [changed.locator("img").first(), changed.locator("img").last()];
  await expect(mine).toHaveAttribute("src", /dawn/);
  await expect(theirs).toHaveAttribute("src", /dusk/);
  for (const image of [mine, theirs])
    await expect(image)
      .toHaveJSProperty("complete", true)
      .then(() => expect(image).toHaveJSProperty("naturalWidth", 90));
  await expectLooksRight(page, "comparison of pictures");

  await page.keyboard.press("Escape");
  await article(page).getByText("The harbour").click();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await page.getByRole("button", { name: "History" }).click();
  await history.getByRole("button", { name: "Compare with Version 1" }).click();
  const moved = history.locator("[data-change=moved]");
  await expect(moved).toContainText(/Moved: in yours it is (at the beginning|after “The town”), in Version 1 here\./);
  await expect(moved.locator("ins, mark")).toHaveCount(0);
  await moved.getByRole("button", { name: "Move here" }).click();
  await expect(moved).toHaveCount(0);
  await page.keyboard.press("Escape");
  expect(await outline(page)).toEqual(["p: The harbour", "p: The town", "figure: ", "p: "]);
});

test("compares the site's copy and uses it as unsaved changes", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Written here");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await page.goto("about:blank");

  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Written at the site" }] };
  const again = await openArticle("bridge", {
    vms_json: { format: "galley/1", doc: { type: "doc", content: [paragraph] }, assets: {} },
  });
  await openEditor(page, again.url);
  await expect(article(page)).toHaveText("Written here");
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("region", { name: "The site’s copy" })).toBeVisible();
  await history.getByRole("button", { name: "Preview of The site’s copy" }).click();
  await expect(history.frameLocator("iframe").getByText("Written at the site")).toBeVisible();
  await history.getByRole("radio", { name: "Compare" }).check();
  const different = history.getByRole("region", { name: "1 of 1: Paragraph" });
  await expect(different.locator("ins")).toHaveText("here");
  await expect(different.locator("mark")).toHaveText("at the site");
  await history.getByRole("button", { name: "Use this copy" }).click();
  await expect(article(page)).toHaveText("Written at the site");
  await expect(status(page)).toContainText("Unsaved changes");
});

test("performs a restore that is clicked while the list loads", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await saveTwice(page);

  const listed = Promise.withResolvers<void>();
  await page.route("**/versions", async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: "Restore version 1" }).click();
  await history.getByRole("button", { name: "Restore and send" }).click();
  await expect(article(page)).toHaveText("First");
  listed.resolve();
  await expect(status(page)).toContainText("Version 3 delivered");
});

test("loads a long history in pages, and restores its oldest version", async ({ page, openArticle }) => {
  const session = await openArticle("bridge");
  let number: number | null = null;
  for (let version = 1; version <= 52; version++)
    number = (await saveVersion(session, `Words ${version}`, number)).number;
  await openEditor(page, session.url);
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  const rows = history.locator("ol > li");
  const older = history.getByRole("button", { name: "Show older versions" });
  await expect(rows.first()).toContainText("Version 52 · current");
  await expect(history.getByText("Version 1", { exact: true })).toHaveCount(0);
  await expect(older).toBeVisible();
  await expect(async () => {
    if (await older.isVisible()) await older.click();
    await expect(rows).toHaveCount(52, { timeout: 500 });
  }).toPass();
  await expect(older).toHaveCount(0);
  await history.getByRole("button", { name: "Restore version 1", exact: true }).click();
  await history.getByRole("button", { name: "Restore and send" }).click();
  await expect(article(page)).toHaveText("Words 1");
});
