import type { Locator, Page } from "@playwright/test";
import { chooseFiles, choosePictures, copy, dropPictures, paste, png, type SomeFile } from "./editor-files.ts";
import { article, insertBlock, openEditor, outline, write } from "./editor-page.ts";
import { elsewhere, expect, nightlyStep, press, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

/** Inserts pictures and turns them into a gallery with the block menu. */
async function makeGallery(page: Page, files: SomeFile[]): Promise<void> {
  await write(page, "Words\n");
  await choosePictures(page, files);
  await expect(article(page).locator("figure img")).toHaveCount(files.length);
  await article(page).locator("figcaption").first().click();
  for (let step = 1; step < files.length; step++) await page.keyboard.press("Shift+ArrowDown");
  await insertBlock(page, "Gallery");
  await expect(article(page).getByRole("group", { name: `Gallery: ${files.length} pictures` })).toBeVisible();
}

test("moves a gallery's pictures, edits their captions, and copies the gallery", async ({ page, edit }) => {
  await edit();
  const images = article(page).locator(".gallery img");
  const captions = article(page).locator(".gallery figcaption");
  /** First letters of the names of all galleries' pictures. */
  const pictures = () =>
    images.evaluateAll((each) =>
      each.map((image) => /media\/([a-z])-/.exec((image as HTMLImageElement).src)?.[1]).join(""),
    );
  const undo = () => page.keyboard.press("ControlOrMeta+z");
  const colours = { a: "red", b: "green", c: "blue" };
  const three = await Promise.all(Object.entries(colours).map(([name, each]) => png(page, `${name}.png`, each, 90)));
  await makeGallery(page, three);
  expect(await pictures()).toBe("abc");

  await test.step("pictures are reordered by buttons, keys and mouse", async () => {
    await images.first().click();
    await page.getByRole("button", { name: "Move right" }).click();
    expect(await pictures()).toBe("bac");
    await expect(page.getByRole("button", { name: "Move right" })).toBeFocused();
    await page.keyboard.press("Enter");
    expect(await pictures()).toBe("bca");
    await expect(article(page).getByText("Picture 3 of 3")).toBeVisible();
    await images.last().click();
    await page.keyboard.press("Alt+ArrowLeft");
    expect(await pictures()).toBe("bac");
    // Both ends must be visible, because scrolling would end the drag.
    const leftEdge = { x: 5, y: 20 };
    await images.first().hover({ position: leftEdge });
    await images.last().dragTo(images.first(), { targetPosition: leftEdge });
    await expect.poll(pictures).toBe("cba");
    await nightlyLook(page, "a gallery");
  });

  await test.step("captions and fields work by keyboard, and text typed on a picture goes into its caption", async () => {
    await captions.first().click();
    await page.keyboard.type("First");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("Second");
    await press(page, "ArrowUp", "End");
    await page.keyboard.type("!");
    await page.keyboard.press("Backspace");
    expect(await captions.allTextContents()).toEqual(["First", "Second", ""]);
    const third = article(page).locator(".gallery .figure").nth(2);
    await captions.nth(2).click();
    await page.keyboard.press("Backspace");
    await expect(third).toHaveClass(/is-selected/);
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Description" }).press("Enter");
    await page.keyboard.type("Third description");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Gallery", exact: true }).press("Enter");
    await page.getByRole("combobox", { name: "Pictures per row" }).selectOption("2");
    await images.first().click();
    await page.keyboard.type("?");
    await press(page, "ArrowDown");
    await page.keyboard.type("Below");
    await press(page, "ArrowUp", "End");
    await page.keyboard.type("!");
    expect(await captions.allTextContents()).toEqual(["First?!", "Second", "Below"]);
  });

  await nightlyStep("a copy keeps all fields; without its files only the text is pasted", async () => {
    await images.first().click();
    await page.keyboard.press("Escape");
    const copied = await copy(page);
    await article(page).press("ControlOrMeta+End");
    await paste(page, { html: copied });
    const second = article(page).locator(".gallery").nth(1);
    await expect(second.getByRole("img", { name: "Third description" })).toBeVisible();
    await expect(second.locator(".gallery-pictures")).toHaveAttribute("data-columns", "2");
    await article(page).press("ControlOrMeta+End");
    await paste(page, { html: copied.replaceAll(/[abc]-[0-9a-f]{8}\.png/g, "foreign-00000000.png") });
    await expect(article(page).locator(".gallery")).toHaveCount(2);
    await undo();
    await undo();
    await expect(article(page).locator(".gallery")).toHaveCount(1);
  });

  await test.step("a dropped file joins; removing the last picture removes the gallery", async () => {
    await dropPictures(page, images.nth(1), "upper", [await png(page, "d.png", "gold", 90)]);
    await expect(images).toHaveCount(4);
    // A picture that is still uploading is counted too.
    await expect(article(page).locator(".uploads-card")).toHaveCount(0);
    expect((await pictures()).replace("d", "")).toBe("cba");
    await images.first().click();
    for (const left of [3, 2, 1]) {
      await page.keyboard.press("Delete");
      await expect(images).toHaveCount(left);
    }
    await page.keyboard.press("Delete");
    expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(["p: Words"]);
    await undo();
    await expect(images).toHaveCount(1);
  });
});

test("a gallery does not wait for a rejected file, and shows each picture's number", async ({ page, edit }) => {
  const session = await edit();
  const [red, green] = [await png(page, "red.png", "red", 90), await png(page, "green.png", "green", 90)];
  const bad = { name: "bad.png", type: "image/png", bytes: Buffer.from("no picture") };
  await chooseFiles(page, () => insertBlock(page, "Gallery"), [red, bad, green]);
  await expect(article(page).locator(".gallery img")).toHaveCount(2);
  await page.getByRole("button", { name: "Dismiss: bad.png" }).click();
  await article(page).locator(".gallery img").nth(1).click();
  await expect(article(page).getByText("Picture 2 of 2")).toBeVisible();
  // Another person moves the other picture.
  const ben = await openEditor(await elsewhere(page), session.url);
  await article(ben).locator(".gallery img").first().click();
  await ben.getByRole("button", { name: "Move right" }).click();
  await expect(article(page).getByText("Picture 1 of 2")).toBeVisible();
});

/** The rows of a gallery: each picture's box, and `whole`, its height without cropping. */
async function rowsOf(gallery: Locator) {
  const boxes = await gallery.locator("img").evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => {
      const { left, right, top, height } = image.getBoundingClientRect();
      return { left, right, top, height, whole: (right - left) * (image.naturalHeight / image.naturalWidth) };
    }),
  );
  const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
  return tops.map((top) => boxes.filter((box) => Math.round(box.top) === top));
}

test("shows uncropped pictures in full rows within the screen's height @nightly", async ({ page, edit }) => {
  await edit();
  const sizes = [
    [225, 150],
    [100, 150],
    [400, 100],
    [225, 150],
    [75, 150],
  ] as const;
  const files = await Promise.all(sizes.map(([wide, high], at) => png(page, `${at}.png`, "teal", wide, high)));
  await makeGallery(page, files);

  const expectJustified = async (gallery: Locator) => {
    // Playwright's boundingBox would be relative to the outer page.
    const edges = await gallery.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });
    const rows = await rowsOf(gallery);
    expect(rows.map((row) => row.length)).toEqual([2, 1, 2]);
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
  await expectJustified(pictures);
  await page.getByRole("button", { name: "Preview" }).click();
  const frame = page.getByTitle("The article as the site receives it").contentFrame();
  await expect(frame.locator(".galley-gallery img")).toHaveCount(5);
  await expectJustified(frame.locator(".galley-gallery"));
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 950 });
  await expectJustified(pictures);
});
