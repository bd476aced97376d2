import { addFont, publish } from "../support/fonts.ts";
import { ttf } from "../support/sample-fonts.ts";
import { expectNoFaults } from "./axe.ts";
import { article, openEditor, outline, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ page, openArticle, appliance, project }) => {
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  await openEditor(page, (await openArticle("bridge")).url);
});

test("uses the selection bar by keyboard, which never covers the selection", async ({ page }) => {
  await write(page, "The bridge opens today");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await expect(bar).toBeHidden();
  for (let press = 0; press < 5; press++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(bar).toBeVisible();
  const selected = await page.evaluate(() => {
    const { top, bottom } = window.getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect();
    return { top, bottom };
  });
  const box = await bar.boundingBox();
  expect(box !== null && (box.y + box.height <= selected.top || box.y >= selected.bottom)).toBe(true);

  await page.keyboard.press("Alt+F10");
  await expect(bar.getByRole("button", { name: "Turn into: Text" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(article(page).locator("strong")).toHaveText("today");
  await expect(article(page)).toBeFocused();
  await expectNoFaults(page);

  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Turn into" });
  await expect(menu.getByRole("menuitemcheckbox", { name: "Text", checked: true })).toBeFocused();
  await page.keyboard.press("q");
  await page.keyboard.press("Enter");
  expect(await outline(page)).toEqual(["blockquote: The bridge opens today"]);

  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Press" }).click();
  await expect(article(page).locator("[data-font=Press]")).toHaveCSS("font-family", "Press");
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some((font) => font.family.includes("Press") && font.status === "loaded"),
      ),
    )
    .toBe(true);
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();

  await page.getByRole("button", { name: "More formatting" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Superscript" }).click();
  await expect(article(page).locator("sup")).toHaveText("today");
});

test("shows the selection bar for a selection longer than the window", async ({ page }) => {
  await write(page, "The bridge opens today");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(bar).toBeHidden();
  await write(page, "\nand on".repeat(60));
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar).toBeInViewport();
  await bar.getByRole("button", { name: "Bold" }).click();
  await expect(article(page).locator("strong")).toHaveCount(61);
});

test("moves a block by its handle, and opens its menu by key", async ({ page }) => {
  await write(page, "one\ntwo\nthree");
  const handle = page.getByRole("button", { name: "Block", exact: true });
  await article(page).getByText("three").hover();
  await expect(handle).toBeVisible();
  await handle.dragTo(article(page).getByText("one"), { targetPosition: { x: 5, y: 2 } });
  await expect.poll(() => outline(page)).toEqual(["p: three", "p: one", "p: two"]);

  await article(page).getByText("two").click();
  // The block that was dragged is selected until the editor hears of the click; no hand is as fast as the next key here.
  await expect(article(page)).not.toHaveClass(/ProseMirror-hideselection/);
  await page.keyboard.press("Alt+Enter");
  const menu = page.getByRole("menu", { name: "Block" });
  await expect(menu).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  await page.keyboard.press("Alt+Enter");
  await page.keyboard.press("d");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.keyboard.type("!");
  await expect.poll(() => outline(page)).toEqual(["p: three", "p: two!", "p: one"]);
});

test("a key right after a choice in the toolbar or the bar goes into the text", async ({ page }) => {
  // As fast as keys can be: no frame comes between.
  const chosen = () =>
    page.evaluate(() => {
      (document.activeElement as HTMLElement).click();
      return document.activeElement?.getAttribute("aria-label");
    });
  await write(page, "one ");
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Bold" }).focus();
  expect(await chosen()).toBe("Article text");
  await page.keyboard.type("two");
  await expect(article(page).locator("strong")).toHaveText("two");

  await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("button", { name: "Turn into: Text" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Quote", exact: true }).focus();
  expect(await chosen()).toBe("Article text");
  await page.keyboard.type("y");
  expect(await outline(page)).toEqual(["blockquote: one twy"]);
});
