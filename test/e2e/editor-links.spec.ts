import { paste } from "./editor-files.ts";
import { article, outline } from "./editor-page.ts";
import { enter, expect, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

test("links words with the link form, with Markdown and by pasting a URL", async ({ page, edit }) => {
  await edit();
  await page.keyboard.type("First line\nSome words here");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  const form = page.getByRole("dialog", { name: "Link" });
  const field = form.getByRole("textbox", { name: "Link to" });
  const marked = article(page).locator(".writing-link-words");
  const link = article(page).locator("a");

  await test.step("the form is at the words, marks them and reports mistakes", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await expect(marked).toHaveText("here");
    const [words, box] = [await marked.boundingBox(), await form.boundingBox()];
    if (words === null || box === null) throw new Error("The form or its words are not visible");
    expect(Math.abs(box.x - words.x)).toBeLessThan(4);
    expect(Math.min(Math.abs(box.y - words.y - words.height), Math.abs(words.y - box.y - box.height))).toBeLessThan(24);
    for (const typed of ["", "javascript:alert(1)"]) {
      await enter(field, typed);
      await expect(form.getByRole("alert")).toContainText("Not a valid link");
      await expect(field).toBeFocused();
    }
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(marked).toHaveCount(0);
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("here");
  });

  await test.step("a link is set, changed and removed without the mouse", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("example.org/bridge\n");
    await expect(link).toHaveAttribute("href", "https://example.org/bridge");
    await expect(article(page)).toBeFocused();
    await page.keyboard.type(" now");
    await expect(link).toHaveText("here");
    for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowLeft");
    // Without a selection, the form edits the whole link.
    await page.keyboard.press("ControlOrMeta+k");
    await expect(marked).toHaveText("here");
    await expect(field).toHaveValue("https://example.org/bridge");
    await form.getByRole("button", { name: "Remove link" }).press("Enter");
    await expect(link).toHaveCount(0);
    expect(await outline(page)).toEqual(["p: First line", "p: Some words here now"]);
  });

  await test.step("Markdown becomes a link, and Backspace restores the text", async () => {
    await page.keyboard.press("End");
    await page.keyboard.type(" [the page](example.org/a)");
    await expect(link).toHaveAttribute("href", "https://example.org/a");
    await page.keyboard.press("Backspace");
    await expect(link).toHaveCount(0);
    expect((await outline(page))[1]).toBe("p: Some words here now [the page](example.org/a)");
  });

  await test.step("a pasted URL links the selected words, and nothing is offered", async () => {
    await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
    await paste(page, { text: "https://example.org/" });
    await expect(link).toHaveAttribute("href", "https://example.org/");
    await expect(page.getByRole("toolbar", { name: "Paste options" })).toBeHidden();
  });
});
