import type { Page } from "@playwright/test";
import { choosePictures, paste, png } from "./editor-files.ts";
import { article, slash } from "./editor-page.ts";
import { expect, FULL, press, test } from "./fixtures.ts";

/** Lines to write at the bottom of the window. */
const LINES = FULL ? 60 : 8;

/** Distance of the cursor from the nearest bar, CSS pixels; negative if it is hidden. */
function room(page: Page): Promise<number> {
  return page.evaluate(() => {
    const selection = getSelection();
    if (selection?.focusNode == null) throw new Error("The page has no cursor");
    const range = document.createRange();
    range.setStart(selection.focusNode, selection.focusOffset);
    let cursor = range.getClientRects()[0];
    // An empty paragraph has no client rects.
    const around = selection.focusNode instanceof Element ? selection.focusNode : selection.focusNode.parentElement;
    cursor ??= around?.getBoundingClientRect();
    if (cursor === undefined) throw new Error("The cursor has no position");
    const head = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const bars = [...document.querySelectorAll(".writing-foot, .notice")].map(
      (each) => each.getBoundingClientRect().top,
    );
    const seen = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight);
    return Math.min(cursor.top - head, Math.min(seen, ...bars) - cursor.bottom);
  });
}

const linesOf = (count: number, text = "Line") =>
  Array.from({ length: count }, (_, line) => `${text} ${line}`).join("\n");

for (const [name, size] of [
  ["desktop @nightly", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`neither bars nor panels hide the cursor or a search match: ${name}`, async ({ page, edit }) => {
    await page.setViewportSize(size);
    await edit("long");
    const expectSeen = async () => expect(await room(page)).toBeGreaterThanOrEqual(0);

    await test.step("while writing downwards, moving up and writing a long paragraph", async () => {
      await paste(page, { text: linesOf(24) });
      for (let line = 1; line <= LINES; line++) {
        await page.keyboard.press("Enter");
        await expectSeen();
        await page.keyboard.insertText(`Line ${line}.`);
        await expectSeen();
      }
      for (let line = 1; line < LINES + 20; line++) {
        await page.keyboard.press("ArrowUp");
        await expectSeen();
      }
      await press(page, "ControlOrMeta+End", "Enter");
      for (let words = 0; words < LINES; words++) {
        await page.keyboard.insertText("and so it went on, without an end in sight, ".repeat(2));
        await expectSeen();
      }
    });

    await test.step("while a phone's keyboard takes the lower half, and after a table is inserted at the bottom", async () => {
      await page.setViewportSize({ width: size.width, height: Math.round(size.height * 0.55) });
      await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);
      await page.keyboard.type("More.");
      await expectSeen();
      await page.setViewportSize(size);
      await page.keyboard.press("Enter");
      await slash(page, "table");
      const foot = (await page.locator(".writing-foot").boundingBox())?.y ?? 0;
      const box = await article(page).locator("table").boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(foot);
      await expectSeen();
    });

    await test.step("when a picture is inserted above and a notice appears at the bottom", async () => {
      await page.keyboard.press("ControlOrMeta+Enter");
      await page.keyboard.type("The line that is written");
      await page.keyboard.press("ArrowUp");
      await choosePictures(page, [await png(page, "tall.png", "#123456", 600)]);
      await expect(article(page).locator("figure img")).toBeVisible();
      await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" goes on");
      await page.context().clearCookies();
      await page.keyboard.press("ControlOrMeta+s");
      await expect(page.getByText("Your login has expired").first()).toBeVisible();
      await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);
    });

    await test.step("while find goes through its matches", async () => {
      await page.keyboard.press("ControlOrMeta+f");
      await page.getByRole("textbox", { name: "Find", exact: true }).fill("Line 1");
      await expect(page.locator(".writing-find-match.is-current")).toBeVisible();
      for (let step = 0; step < 7; step++) {
        await page.keyboard.press("Enter");
        const covering = await page.evaluate(() => {
          const match = document.querySelector(".writing-find-match.is-current")?.getBoundingClientRect();
          if (match === undefined) return "no match";
          const at = document.elementFromPoint((match.left + match.right) / 2, (match.top + match.bottom) / 2);
          return at?.closest(".article") === null ? (at.className ?? "something") : "";
        });
        expect(covering).toBe("");
      }
    });
  });
