import type { Locator, Page } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";
import { article, choosePictures, dropPictures, openEditor, outline, paste, png, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** The pictures of all galleries, by the first letters of their names. */
const pictures = (page: Page) =>
  article(page)
    .locator(".gallery img")
    .evaluateAll((images) =>
      images.map((image) => /media\/([a-z])-/.exec((image as HTMLImageElement).src)?.[1]).join(""),
    );

const undo = "ControlOrMeta+z";

/** Three pictures, made a gallery of by the menu of the block. */
async function makeGallery(page: Page): Promise<void> {
  await write(page, "Words\n");
  await choosePictures(page, [
    await png(page, "a.png", "red", 90),
    await png(page, "b.png", "green", 90),
    await png(page, "c.png", "blue", 90),
  ]);
  await expect(article(page).locator("figure img")).toHaveCount(3);
  await article(page).locator("figcaption").first().click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill("Gallery");
  await page.keyboard.press("Enter");
  await expect(article(page).getByRole("group", { name: "Gallery: 3 pictures" })).toBeVisible();
}

test.beforeEach(async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
});

test("makes a gallery, moves its pictures by buttons, keys and mouse, removes and restores them", async ({ page }) => {
  await makeGallery(page);
  expect(await pictures(page)).toBe("abc");
  const images = article(page).locator(".gallery img");

  await images.first().click();
  await page.getByRole("button", { name: "Move right" }).click();
  expect(await pictures(page)).toBe("bac");
  await expect(page.getByRole("button", { name: "Move right" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await pictures(page)).toBe("bca");
  await expect(article(page).getByText("Picture 3 of 3")).toBeVisible();
  await images.last().click();
  await page.keyboard.press("Alt+ArrowLeft");
  expect(await pictures(page)).toBe("bac");
  await page.keyboard.press(undo);
  await page.keyboard.press(undo);
  expect(await pictures(page)).toBe("bac");
  // Both ends on the screen before the button goes down: a page that scrolls under it ends the drag.
  const leftEdge = { x: 5, y: 20 };
  await images.first().hover({ position: leftEdge });
  await images.last().dragTo(images.first(), { targetPosition: leftEdge });
  await expect.poll(() => pictures(page)).toBe("cba");
  await expectNoFaults(page);

  await dropPictures(page, images.nth(1), "upper", [await png(page, "d.png", "gold", 90)]);
  await expect(images).toHaveCount(4);
  // One that is still on its way shows itself, too.
  await expect(article(page).locator(".uploads-card")).toHaveCount(0);
  expect((await pictures(page)).replace("d", "")).toBe("cba");

  await images.first().click();
  for (const left of [3, 2, 1]) {
    await page.keyboard.press("Delete");
    await expect(images).toHaveCount(left);
  }
  await page.keyboard.press("Delete");
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(["p: Words"]);
  await page.keyboard.press(undo);
  await expect(images).toHaveCount(1);
});

test("walks the captions by arrows, leaves by Enter, and copies a gallery with all its fields", async ({ page }) => {
  await makeGallery(page);
  const captions = article(page).locator(".gallery figcaption");
  await captions.first().click();
  await page.keyboard.type("First");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("Second");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await captions.allTextContents()).toEqual(["First", "Second", ""]);
  const third = article(page).locator(".gallery .figure").nth(2);
  await captions.nth(2).click();
  await expect(third).toHaveClass(/is-active/);
  await page.keyboard.press("Backspace");
  await expect(third).toHaveClass(/is-selected/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Move left" })).toBeFocused();
  await page.getByRole("button", { name: "Description" }).press("Enter");
  await page.keyboard.type("Third description");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Gallery", exact: true }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Pictures in a row" })).toBeFocused();
  await page.getByRole("combobox", { name: "Pictures in a row" }).selectOption("4");

  // Words that are typed while a picture is selected are its caption's; they do not take its place.
  await article(page).locator(".gallery img").first().click();
  await page.keyboard.type("?");
  expect(await captions.allTextContents()).toEqual(["First?", "Second", ""]);
  await article(page).locator(".gallery img").first().click();
  await page.keyboard.press("Escape");
  const copied = await article(page).evaluate((root) => {
    const data = new DataTransfer();
    root.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData("text/html");
  });
  await article(page).press("ControlOrMeta+End");
  await paste(page, { html: copied });
  await expect(article(page).locator(".gallery")).toHaveCount(2);
  await expect(article(page).locator(".gallery").nth(1).getByRole("img", { name: "Third description" })).toBeVisible();
  await expect(article(page).locator(".gallery-pictures").nth(1)).toHaveAttribute("data-columns", "4");

  // A file that this article has not is no picture of it: its words come.
  await article(page).press("ControlOrMeta+End");
  await paste(page, { html: copied.replaceAll(/[abc]-[0-9a-f]{8}\.png/g, "foreign-00000000.png") });
  await expect(article(page).locator(".gallery")).toHaveCount(2);
  expect((await outline(page)).join()).toContain("First");

  await captions.nth(2).click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("After");
  expect(await outline(page)).toContain("p: After");
});

/** The rows of pictures on the screen: how wide each picture is and how wide the row, how high, and how high as it was made. */
async function rowsOf(gallery: Locator) {
  const boxes = await gallery.locator("img").evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect();
      return {
        left,
        right,
        top,
        height: bottom - top,
        whole: (right - left) * (image.naturalHeight / image.naturalWidth),
      };
    }),
  );
  const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
  return tops.map((top) => boxes.filter((box) => Math.round(box.top) === top));
}

test("lays out pictures in full rows, uncropped and no higher than the screen, in editor and preview", async ({
  page,
}) => {
  await write(page, "Words\n");
  await choosePictures(page, [
    await png(page, "a.png", "teal", 900, 600),
    await png(page, "b.png", "navy", 400, 600),
    await png(page, "c.png", "olive", 1600, 400),
    await png(page, "d.png", "maroon", 900, 600),
    await png(page, "e.png", "gray", 300, 600),
  ]);
  await expect(article(page).locator("figure img")).toHaveCount(5);
  await article(page).locator("figcaption").first().click();
  for (let step = 0; step < 4; step++) await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill("Gallery");
  await page.keyboard.press("Enter");
  await expect(article(page).locator(".gallery img")).toHaveCount(5);

  const expectJustified = async (gallery: Locator, counts: number[]) => {
    // Not as Playwright measures, which counts from the corner of the page around a frame.
    const edges = await gallery.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });
    const rows = await rowsOf(gallery);
    expect(rows.map((row) => row.length)).toEqual(counts);
    for (const row of rows) {
      for (const { height, whole } of row) {
        expect(Math.abs(height - whole)).toBeLessThan(2);
        expect(Math.abs(height - (row[0]?.height ?? 0))).toBeLessThan(2);
        expect(height).toBeLessThanOrEqual(800);
      }
      expect(Math.abs((row[0]?.left ?? 0) - edges.left)).toBeLessThan(3);
      expect(Math.abs((row.at(-1)?.right ?? 0) - edges.right)).toBeLessThan(3);
    }
  };
  await page.setViewportSize({ width: 1280, height: 950 });
  const pictures = article(page).locator(".gallery-pictures");
  await expectJustified(pictures, [2, 1, 2]);
  await page.getByRole("button", { name: "Preview" }).click();
  const frame = page.getByTitle("The article as the site gets it").contentFrame();
  await expectJustified(frame.locator(".galley-gallery"), [2, 1, 2]);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 950 });
  await expectJustified(pictures, [2, 1, 2]);
});
