import { article, choosePictures, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("offline, keeps text on this computer and saves once after reconnecting", async ({
  context,
  page,
  openArticle,
  receiver,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Before");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");

  await context.setOffline(true);
  await write(page, " and during");
  await expect(status(page)).toContainText("Offline: kept on this computer");
  await save(page);
  await expect(status(page)).toContainText("Saves when Galley is reachable");
  await context.setOffline(false);
  await expect(status(page)).toContainText("Version 2 delivered");
  expect(receiver.callbacks).toHaveLength(2);
  await page.reload();
  await expect(article(page)).toHaveText("Before and during");
});

test("a save whose response was lost makes no second version", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "Once");
  let lost = 0;
  await page.route("**/versions", async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  expect(lost).toBe(1);
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" }).getByRole("listitem")).toHaveCount(1);
});

test("uploads a picture after reconnecting, and Save waits for it", async ({ context, page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const picture = await png(page, "dawn.png", "teal", 3_000);
  await context.setOffline(true);
  await choosePictures(page, [picture]);
  await expect(page.getByRole("group", { name: "dawn.png" })).toContainText("waiting for Galley");
  await save(page);
  await expect(status(page)).toContainText("Saves when 1 picture is uploaded");
  await context.setOffline(false);
  await expect(status(page)).toContainText("Version 1 delivered");
  await expect(article(page).locator("figure img")).toHaveAttribute("width", "2560");
});

test("offline, opens every tool, used before or not", async ({ context, page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await choosePictures(page, [await png(page, "dawn.png", "teal", 1_200)]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await write(page, "\nThe bridge opens");
  await expect(page.locator("html")).toHaveAttribute("data-parts", "loaded");

  await context.setOffline(true);
  await expect(status(page)).toContainText("kept on this computer");
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("textbox", { name: "Link to" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Alt+m");
  await expect(page.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+/");
  await expect(dialog("Keyboard shortcuts")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const name of ["History", "Preview"]) {
    await page.getByRole("button", { name }).click();
    await expect(dialog(name)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(name)).toBeHidden();
  }
  await page.getByRole("button", { name: /^Outline/ }).click();
  await expect(page.locator(".outline-panel")).toContainText("Picture");
  await page.keyboard.press("Escape");
  await write(page, "\n/");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await page.keyboard.press("Escape");
  await article(page).locator("figure img").click();
  await page.getByRole("button", { name: /^Crop/ }).click();
  await expect(dialog("Crop")).toBeVisible();
});
