import { addFont, publish } from "../support/fonts.ts";
import { ttf } from "../support/sample-fonts.ts";
import { article, outline, write } from "./editor-page.ts";
import { expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

test("formats words and blocks by bar, toolbar, handle and key", async ({ page, edit, appliance, project }) => {
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  await edit();
  await write(page, "The bridge opens today");
  const bar = page.getByRole("toolbar", { name: "Selected text" });

  await test.step("the bar never covers the selection and works by keyboard", async () => {
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
    await press(page, "ArrowRight", "Enter");
    await expect(article(page).locator("strong")).toHaveText("today");
    await expect(article(page)).toBeFocused();

    await press(page, "Alt+F10", "Home", "Enter");
    const menu = page.getByRole("menu", { name: "Turn into" });
    await expect(menu.getByRole("menuitemcheckbox", { name: "Text", checked: true })).toBeFocused();
    await press(page, "q", "Enter");
    expect(await outline(page)).toEqual(["blockquote: The bridge opens today"]);
  });

  await test.step("a font of the project is loaded and shown", async () => {
    await page.getByRole("button", { name: "More formatting" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Press" }).click();
    await expect(article(page).locator("[data-font=Press]")).toHaveCSS("font-family", "Press");
    const isLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes("Press") && status === "loaded"),
      );
    await expect.poll(isLoaded).toBe(true);
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: "More formatting" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Superscript" }).click();
    await expect(article(page).locator("sup")).toHaveText("today");
  });

  await nightlyStep("keys right after a tool go into the text, without a frame in between", async () => {
    const chosen = () =>
      page.evaluate(() => {
        (document.activeElement as HTMLElement).click();
        return document.activeElement?.getAttribute("aria-label");
      });
    await press(page, "ControlOrMeta+a", "Delete");
    await page.keyboard.type("one ");
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Bold" }).focus();
    expect(await chosen()).toBe("Article text");
    await page.keyboard.type("two");
    await expect(article(page).locator("strong")).toHaveText("two");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.getByRole("button", { name: /^Turn into/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Heading", exact: true }).focus();
    expect(await chosen()).toBe("Article text");
    await page.keyboard.type("y");
    expect((await outline(page)).join()).toContain("one twy");
  });

  await nightlyStep("the bar of a selection longer than the window stays visible", async () => {
    await write(page, "\nand on".repeat(30));
    await page.keyboard.press("ControlOrMeta+a");
    await expect(bar).toBeInViewport();
    await bar.getByRole("button", { name: "Italic" }).click();
    await expect(article(page).locator("em").last()).toHaveText("and on");
  });

  await test.step("the toolbar is one Tab stop; a block moves by its handle, and its menu opens by key", async () => {
    await edit("handle");
    await page.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Tab");
    const heading = page.getByRole("button", { name: "Heading", exact: true });
    await expect(heading).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("button", { name: "Redo" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(heading).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(article(page)).toBeFocused();

    await write(page, "one\ntwo\nthree");
    const handle = page.getByRole("button", { name: "Block", exact: true });
    await article(page).getByText("three").hover();
    await expect(handle).toBeVisible();
    await handle.dragTo(article(page).getByText("one"), { targetPosition: { x: 5, y: 2 } });
    await expect.poll(() => outline(page)).toEqual(["p: three", "p: one", "p: two"]);
    await article(page).getByText("two").click();
    // The dragged block stays selected until the editor handles the click.
    await expect(article(page)).not.toHaveClass(/ProseMirror-hideselection/);
    await page.keyboard.press("Alt+Enter");
    await expect(page.getByRole("menu", { name: "Block" })).toBeVisible();
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await expect(article(page)).toBeFocused();
    await press(page, "Alt+Enter", "d", "ArrowUp", "ArrowUp", "Home", "Enter");
    await page.keyboard.type("!");
    await expect.poll(() => outline(page)).toEqual(["p: three", "p: two!", "p: one"]);
  });
});

test("follows the article's language in quotes and dashes, undoes them, counts words", async ({ page, edit }) => {
  await edit();
  const language = page.getByRole("combobox", { name: "Language of the article" });
  await expect(article(page)).toHaveAttribute("lang", "en-US");
  await page.keyboard.type(`"Yes" -- it's`);
  await page.keyboard.press("Backspace");
  await page.keyboard.type(`s "`);
  await page.keyboard.press("Backspace");
  expect(await outline(page)).toEqual([`p: “Yes” — it’s "`]);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("a...");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual(["p: “Yes” — it’s a..."]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("---");
  await expect(article(page).locator("hr")).toHaveCount(1);
  await page.keyboard.type('```\n"x" -- y');
  await expect(article(page).locator("pre")).toHaveText('"x" -- y');

  await press(page, "ControlOrMeta+a", "Delete");
  await page.keyboard.type("Мост открыт");
  await expect(article(page)).toHaveAttribute("lang", "ru");
  await expect(language).toContainText("Русский (detected)");
  await page.keyboard.type(' "сегодня"');
  expect(await outline(page)).toEqual(["p: Мост открыт «сегодня»"]);
  await language.selectOption("de");
  await expect(article(page)).toHaveAttribute("lang", "de");
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(' "x"');
  expect(await outline(page)).toEqual(["p: Мост открыт «сегодня» „x“"]);

  await page.getByRole("button", { name: "4 words · 25 characters · 1 min" }).click();
  await expect(page.getByRole("dialog").getByRole("row", { name: /Without spaces/ })).toContainText("22");
  await press(page, "Escape");
  await article(page).focus();
  for (let press = 0; press < 7; press++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByRole("button", { name: "2 of 4 words" })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Ctrl+Alt+2");
  await expectNoFaults(page);
});
