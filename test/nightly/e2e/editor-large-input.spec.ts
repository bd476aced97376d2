/** Inputs that take too long for `npm test`: a long history and huge pastes. */
import { save as saveVersion } from "../../e2e/console-page.ts";
import { paste } from "../../e2e/editor-files.ts";
import { article, openEditor, outlineOf, write } from "../../e2e/editor-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";

test("a paste of extreme depth or size does not hang and is inserted as text", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const message = page.getByText("The paste is");
  const close = () => message.locator("..").getByRole("button", { name: "Close" }).click();
  await write(page, "Before ");

  const deep = `${"<div><b>".repeat(10_000)}deep${"</b></div>".repeat(10_000)}`;
  await paste(page, { html: deep, text: "deep" });
  expect(await outlineOf(page)).toBe("p: Before **deep**\n");

  await paste(page, { html: `${"<ul><li>".repeat(10_000)}item`, text: " item" });
  await expect(message).toContainText("Only its text was inserted");
  expect(await outlineOf(page)).toBe("p: Before **deep item**\n");
  await close();

  await paste(page, { html: `<p>${"word ".repeat(500_000)}</p>`, text: " large" });
  await expect(message).toBeVisible();
  expect(await outlineOf(page)).toBe("p: Before **deep item large**\n");
  await close();
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
  await expect(older).toBeVisible();
  await expect(async () => {
    if (await older.isVisible()) await older.click();
    await expect(rows).toHaveCount(52, { timeout: 500 });
  }).toPass();
  await history.getByRole("button", { name: "Restore version 1", exact: true }).click();
  await history.getByRole("button", { name: "Restore and send" }).click();
  await expect(article(page)).toHaveText("Words 1");
});
