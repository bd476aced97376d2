import { expectNoFaults } from "./axe.ts";
import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("opens the link form at the words, marks them, reports mistakes, and returns the selection", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("First line\nSome words here");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await page.keyboard.press("ControlOrMeta+k");
  const form = page.getByRole("dialog", { name: "Link" });
  const field = form.getByRole("textbox", { name: "Link to" });
  await expect(field).toBeFocused();
  const marked = article(page).locator(".writing-link-words");
  await expect(marked).toHaveText("here");
  const [words, box] = [await marked.boundingBox(), await form.boundingBox()];
  if (words === null || box === null) throw new Error("The form and its words are not on the screen");
  expect(Math.abs(box.x - words.x)).toBeLessThan(4);
  expect(Math.min(Math.abs(box.y - words.y - words.height), Math.abs(words.y - box.y - box.height))).toBeLessThan(24);

  for (const [typed, said] of [
    ["", "Enter a URL"],
    ["exam ple.org", "no spaces"],
    ["javascript:alert(1)", "does not work on a site"],
    ["example", "Not a URL yet"],
    ["https://", "Not a URL yet"],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press("Enter");
    await expect(form.getByRole("alert")).toContainText(said);
    await expect(field).toBeFocused();
  }
  await expectNoFaults(page);

  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(marked).toHaveCount(0);
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("here");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("example.org/bridge");
  await page.keyboard.press("Enter");
  await expect(article(page).locator("a")).toHaveAttribute("href", "https://example.org/bridge");
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(" now");
  expect(await outline(page)).toEqual(["p: First line", "p: Some words here now"]);
  await expect(article(page).locator("a")).toHaveText("here");
  for (let press = 0; press < 4; press++) await page.keyboard.press("Backspace");

  // Within a link and nothing selected, the form is about the whole of it.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(marked).toHaveText("here");
  await form.getByRole("button", { name: "Remove link" }).click();
  await expect(article(page).locator("a")).toHaveCount(0);
  expect(await outline(page)).toEqual(["p: First line", "p: Some words here"]);
});

test("turns a Markdown link into a link, and Backspace restores the text", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("See [the page](example.org/a)");
  await expect(article(page).locator("a")).toHaveAttribute("href", "https://example.org/a");
  expect(await outline(page)).toEqual(["p: See the page"]);
  await page.keyboard.press("Backspace");
  await expect(article(page).locator("a")).toHaveCount(0);
  expect(await outline(page)).toEqual(["p: See [the page](example.org/a)"]);
  await page.keyboard.type(" [b](/b) now");
  await expect(article(page).locator("a")).toHaveText("b");
});
