import type { Page } from "@playwright/test";
import { article, choosePictures, openEditor, paste, png } from "./editor-page.ts";
import { expect, FULL, test } from "./fixtures.ts";

/** More than a window holds. */
const LINES = FULL ? 60 : 36;

/** How far the cursor is inside what can be seen between the bars; below 0 it is hidden. CSS pixels. */
function room(page: Page): Promise<number> {
  return page.evaluate(() => {
    const selection = getSelection();
    if (selection?.focusNode == null) throw new Error("There is no cursor");
    const range = document.createRange();
    range.setStart(selection.focusNode, selection.focusOffset);
    let cursor = range.getClientRects()[0];
    // An empty paragraph has no line of its own.
    const around = selection.focusNode instanceof Element ? selection.focusNode : selection.focusNode.parentElement;
    cursor ??= around?.getBoundingClientRect();
    if (cursor === undefined) throw new Error("The cursor is nowhere");
    const head = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const bars = [...document.querySelectorAll(".writing-foot, .notice")].map(
      (each) => each.getBoundingClientRect().top,
    );
    const seen = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight);
    return Math.min(cursor.top - head, Math.min(seen, ...bars) - cursor.bottom);
  });
}

for (const [name, size] of [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`neither head nor foot hides the cursor while one writes down and goes up again: ${name}`, async ({
    page,
    openArticle,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    await openEditor(page, (await openArticle("long")).url);
    let least = Number.POSITIVE_INFINITY;
    const look = async () => {
      least = Math.min(least, await room(page));
    };
    for (let line = 1; line <= LINES; line++) {
      await page.keyboard.insertText(`Line ${line}.`);
      await look();
      if (line < LINES) await page.keyboard.press("Enter");
      await look();
    }
    expect(least).toBeGreaterThanOrEqual(0);
    for (let line = 1; line < LINES; line++) {
      await page.keyboard.press("ArrowUp");
      await look();
    }
    expect(least).toBeGreaterThanOrEqual(0);

    // One paragraph that wraps, line after line.
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    for (let words = 0; words < 24; words++) {
      await page.keyboard.insertText("and so it went on, without an end in sight, ");
      await look();
    }
    expect(least).toBeGreaterThanOrEqual(0);

    // The keyboard of a phone takes the lower half away.
    await page.setViewportSize({ width: size.width, height: Math.round(size.height * 0.55) });
    await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);
    await page.keyboard.type("More words.");
    expect(await room(page)).toBeGreaterThanOrEqual(0);
    await page.setViewportSize(size);

    // What is put in at the bottom is seen whole.
    await page.keyboard.press("Enter");
    await page.keyboard.type("/table");
    await expect(page.getByRole("option", { name: "Table" })).toBeVisible();
    await page.keyboard.press("Enter");
    const foot = (await page.locator(".writing-foot").boundingBox())?.y ?? 0;
    const below = async (selector: string) => {
      const box = await page.locator(selector).last().boundingBox();
      return box === null ? Number.NaN : box.y + box.height - foot;
    };
    await expect(article(page).locator("table")).toBeVisible();
    expect(await below(".article table")).toBeLessThanOrEqual(0);
    expect(await room(page)).toBeGreaterThanOrEqual(0);
  });

test("scrolls after the cursor when something covers or moves it", async ({ page, openArticle }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openEditor(page, (await openArticle("notices")).url);
  await paste(page, { text: Array.from({ length: 24 }, (_, line) => `Line ${line}`).join("\n") });
  await page.keyboard.press("Enter");
  await page.keyboard.type("The line that is written");
  expect(await room(page)).toBeGreaterThanOrEqual(0);

  // A picture that comes in above the cursor.
  const picture = await png(page, "tall.png", "#123456", 600);
  await page.keyboard.press("ArrowUp");
  await choosePictures(page, [picture]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);

  // The settings of a picture at the bottom.
  await page.keyboard.press("ControlOrMeta+End");
  await choosePictures(page, [await png(page, "small.png", "#654321", 64)]);
  const small = article(page).locator("figure").last();
  await expect(article(page).locator("figure img")).toHaveCount(2);
  const settings = small.locator(".block-bar");
  await article(page).getByText("The line that is written").click();
  await expect(settings).toBeHidden();
  await small.locator("img").click();
  await expect(settings).toBeVisible();
  const foot = (await page.locator(".writing-foot").boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      const box = await settings.boundingBox();
      return box === null ? Number.NaN : box.y + box.height - foot;
    })
    .toBeLessThanOrEqual(0);

  // A notice over the foot.
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" goes on");
  await page.context().clearCookies();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Your login has expired").first()).toBeVisible();
  await expect.poll(() => room(page)).toBeGreaterThanOrEqual(0);
});

test("find shows each match outside the bars and its panel", async ({ page, openArticle }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await openEditor(page, (await openArticle(`find-${size.width}`)).url);
    const lines = Array.from(
      { length: 24 },
      (_, line) => `${line % 4 === 0 ? "needle" : "hay"} in the stack, far to the right`,
    );
    await paste(page, { text: lines.join("\n") });
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "Find", exact: true }).fill("needle");
    await expect(page.locator(".writing-find-match.is-current")).toBeVisible();
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press("Enter");
      const hidden = await page.evaluate(() => {
        const match = document.querySelector(".writing-find-match.is-current")?.getBoundingClientRect();
        if (match === undefined) return "no match";
        const at = document.elementFromPoint((match.left + match.right) / 2, (match.top + match.bottom) / 2);
        return at?.closest(".article") === null ? (at.className ?? "something") : "";
      });
      expect(hidden).toBe("");
    }
  }
});
