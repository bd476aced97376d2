import { choosePictures, png } from "./editor-files.ts";
import { article, save, status, write } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";

test("offline, keeps text and pictures, and saves once when reconnected", async ({ context, page, edit, receiver }) => {
  await edit();
  await choosePictures(page, [await png(page, "dawn.png", "teal", 90)]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await write(page, "\nThe bridge opens");
  const picture = await png(page, "dusk.png", "teal", 2_600, 40);
  await expect(page.locator("html")).toHaveAttribute("data-parts", "loaded");
  await context.setOffline(true);
  await write(page, " and during");
  await expect(status(page)).toContainText("Offline: kept on this computer");

  await test.step("every tool opens, even if it was not used before", async () => {
    const dialog = (name: string) => page.getByRole("dialog", { name });
    for (const [keys, name] of [
      ["ControlOrMeta+k", "Link to"],
      ["ControlOrMeta+f", "Find"],
      ["ControlOrMeta+Alt+m", "Comment"],
    ] as const) {
      await page.keyboard.press(keys);
      await expect(page.getByRole("textbox", { name })).toBeFocused();
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("ControlOrMeta+/");
    await expect(dialog("Keyboard shortcuts")).toContainText("next column or cell");
    await page.keyboard.press("Escape");
    for (const name of ["History", "Preview"]) {
      await page.getByRole("button", { name }).click();
      await expect(dialog(name)).toBeVisible();
      await page.keyboard.press("Escape");
      // The focus returns to the button after the dialog closes.
      await expect(page.getByRole("button", { name })).toBeFocused();
    }
    await page.getByRole("button", { name: /^Outline/ }).click();
    await expect(page.locator(".outline-panel")).toContainText("Picture");
    await article(page).press("ControlOrMeta+End");
    await page.keyboard.type("\n/");
    await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
    await press(page, "Escape", "Backspace");
    await article(page).locator("figure img").click();
    await page.getByRole("button", { name: /^Crop/ }).click();
    await expect(dialog("Crop")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("Save waits for Galley and for the picture", async () => {
    await article(page).press("ControlOrMeta+End");
    await choosePictures(page, [picture]);
    await expect(page.getByRole("group", { name: "dusk.png" })).toContainText("waiting for Galley");
    await save(page);
    await expect(status(page)).toContainText("Saves when 1 picture is uploaded");
    await context.setOffline(false);
    await expect(status(page)).toContainText("Version 1 delivered");
    expect(receiver.callbacks).toHaveLength(1);
    await expect(article(page).locator("figure img").last()).toHaveAttribute("width", "2560");
    await expect(article(page)).toContainText("The bridge opens and during");
  });
});
