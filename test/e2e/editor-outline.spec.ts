import type { Page } from "@playwright/test";
import { article, node, outline, p, stateOf, words, writeAuthor } from "./editor-page.ts";
import { elsewhere, expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Outline" });
const lines = (page: Page) => panel(page).getByRole("treeitem");
const line = (page: Page, name: string | RegExp) => panel(page).getByRole("treeitem", { name });

const h = (level: number, text: string) => node("heading", { level }, words(text));
const long = Array.from({ length: 4 }, (_, index) => p(`${index}: no one knows why the ships went away. `.repeat(20)));

/** Six parts, each longer than a window. */
const STATE = stateOf(
  p("Lead"),
  ...["Harbour", "Ships", "People"].flatMap((name) => [h(2, name), ...long, h(3, `${name} today`), ...long]),
);

/** The level 2 headings of the article. */
const headings = async (page: Page) =>
  (await outline(page)).filter((block) => block.startsWith("h2")).map((block) => block.slice(4));

test("goes to sections and moves them, for writers and readers", async ({ page, edit }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const session = await edit("outline", { vms_json: STATE });

  await test.step("a key opens it next to the text; arrows select a heading, Enter moves the cursor there", async () => {
    const before = await article(page).boundingBox();
    await page.keyboard.press("Alt+Shift+O");
    await expect(lines(page)).toHaveCount(6);
    await expect(lines(page).first()).toBeFocused();
    await expect(line(page, /^Harbour \(\d+ words\)$/)).toHaveAttribute("aria-level", "1");
    await expect(line(page, /^Harbour today/)).toHaveAttribute("aria-level", "2");
    expect(await article(page).boundingBox()).toEqual(before);
    const box = await panel(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((before?.x ?? 0) - 24);
    await page.keyboard.press("End");
    await expect(line(page, /^People today/)).toBeFocused();
    await press(page, "ArrowLeft", "Enter");
    await expect(article(page)).toBeFocused();
    await expect(article(page).getByRole("heading", { name: "People", exact: true })).toBeInViewport();
    await page.keyboard.type("Old ");
    await expect(line(page, /^Old People \(/)).toHaveAttribute("aria-current", "location");
    await page.keyboard.press("ControlOrMeta+z");
  });

  await test.step("scrolling marks the visible section", async () => {
    const ships = article(page).getByRole("heading", { name: "Ships today" });
    await ships.evaluate((dom) => dom.scrollIntoView());
    await expect(panel(page).locator('[aria-current="location"]')).toHaveAccessibleName(/^Ships today/);
  });

  await test.step("Alt with an arrow moves a section, as one undo step", async () => {
    await line(page, /^Ships \(/).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(line(page, /^Ships \(/)).toBeFocused();
    await expect(page.getByText("Moved: Ships. 1 of 6.")).toBeAttached();
    expect(await headings(page)).toEqual(["Ships", "Harbour", "People"]);
    await page.keyboard.press("Alt+ArrowUp");
    await expect(page.getByText("Already first: Ships")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(article(page)).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    expect(await headings(page)).toEqual(["Harbour", "Ships", "People"]);
  });

  await test.step("dragging moves a section, with a line at the target; Escape cancels", async () => {
    await expect(lines(page).nth(2)).toHaveAccessibleName(/^Ships \(/);
    const drag = async () => {
      await line(page, /^People \(/).hover();
      await page.mouse.down();
      for (const y of [4, 3]) await line(page, /^Harbour \(/).hover({ position: { x: 60, y } });
      await expect(line(page, /^Harbour \(/)).toHaveAttribute("data-drop", "above");
    };
    await drag();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(panel(page).locator("[data-drop]")).toHaveCount(0);
    expect((await headings(page))[0]).toBe("Harbour");
    // A drop over the section itself does nothing.
    await drag();
    for (const y of [4, 3]) await line(page, /^People today/).hover({ position: { x: 60, y } });
    await page.mouse.up();
    expect(await headings(page)).toEqual(["Harbour", "Ships", "People"]);
    await drag();
    await page.mouse.up();
    await expect(lines(page).first()).toHaveAccessibleName(/^People \(/);
    expect(await headings(page)).toEqual(["People", "Harbour", "Ships"]);
  });

  await test.step("a comment is a line and moves with its words; neither panel covers the text", async () => {
    await writeAuthor(page, "anna@example.org");
    await article(page).press("ControlOrMeta+End");
    await press(page, "Shift+ControlOrMeta+ArrowLeft", "ControlOrMeta+Alt+m");
    await expect(page.getByRole("textbox", { name: "Your comment" })).toBeFocused();
    await page.keyboard.type("Which one?");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(line(page, /^Comment: .*Which one\?/)).toBeVisible();
    const comments = page.getByRole("region", { name: "Comments", exact: true });
    const [left, text, right] = [
      await panel(page).boundingBox(),
      await article(page).boundingBox(),
      await comments.boundingBox(),
    ];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan((text?.x ?? 0) - 24);
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    await page.getByRole("button", { name: "Close: Comments" }).click();
    await line(page, /^Ships \(/).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(lines(page).nth(4)).toHaveAccessibleName(/^Comment:/);
    await expectLooksRight(page, "outline");
  });

  await nightlyStep("in view mode it moves no sections; on a phone it closes after a choice", async () => {
    const reader = await elsewhere(page, { viewport: { width: 390, height: 844 } });
    await reader.goto(session.url);
    await reader.locator(".head-actions-more").click();
    await reader.getByRole("button", { name: "View only" }).click();
    const open = async () => {
      await reader.locator(".head-actions-more").click();
      await reader.getByRole("button", { name: "Outline" }).click();
    };
    await open();
    await expect(lines(reader).first()).toBeVisible();
    await expect(panel(reader).getByRole("button", { name: "Move up" })).toHaveCount(0);
    await line(reader, /^Harbour \(/).focus();
    await reader.keyboard.press("Alt+ArrowDown");
    expect(await headings(reader)).toEqual(await headings(page));
    await line(reader, /^Ships today/).click();
    await expect(panel(reader)).toHaveCount(0);
    await expect(article(reader).getByRole("heading", { name: "Ships today" })).toBeInViewport();
    await reader.context().close();
  });
});
