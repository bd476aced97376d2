import { expectNoFaults } from "./axe.ts";
import { article, choosePictures, openEditor, outline, png, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("finds, counts, walks and replaces words, and undoes a replacement as one", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "The bridge opens. A Bridge!\nNo bridges, one bridge\nlast");
  await page.keyboard.press("ControlOrMeta+f");
  const panel = page.getByRole("search", { name: "Find and replace" });
  const field = panel.getByRole("textbox", { name: "Find" });
  await expect(field).toBeFocused();
  await field.fill("bridge");
  const count = panel.getByRole("status");
  await expect(count).toHaveText("1 of 4");
  await page.keyboard.press("Enter");
  await page.keyboard.press("F3");
  await expect(count).toHaveText("3 of 4");
  await expect(article(page).locator(".writing-find-match.is-current")).toHaveText("bridge");
  await page.keyboard.press("Shift+Enter");
  await expect(count).toHaveText("2 of 4");
  await expect(article(page).locator(".writing-find-match.is-current")).toHaveText("Bridge");
  await panel.getByRole("checkbox", { name: "Match case" }).check();
  await expect(count).toHaveText(/of 3/);
  await panel.getByRole("checkbox", { name: "Whole words" }).check();
  await expect(count).toHaveText(/of 2/);

  // It goes with what is written meanwhile.
  await article(page).getByText("last").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" bridge");
  await expect(count).toHaveText(/of 3/);

  await page.keyboard.press("ControlOrMeta+h");
  await expect(field).toBeFocused();
  await panel.getByRole("textbox", { name: "Replace with" }).fill("tunnel");
  await expectNoFaults(page);
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(count).toHaveText("3 replaced");
  expect(await outline(page)).toEqual([
    "p: The tunnel opens. A Bridge!",
    "p: No bridges, one tunnel",
    "p: last tunnel",
  ]);

  await field.fill("Bridge");
  await expect(count).toHaveText("1 of 1");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(article(page)).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("Bridge");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual([
    "p: The bridge opens. A Bridge!",
    "p: No bridges, one bridge",
    "p: last bridge",
  ]);
});

test("finds words in a picture's fields and replaces them in one step", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "The bridge opens.");
  await choosePictures(page, [await png(page, "dawn.png", "teal")]);
  const picture = article(page).locator("figure");
  await picture.locator("figcaption").click();
  await page.keyboard.type("A bridge at dawn");
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("The bridge, and behind it a bridge");
  await article(page).getByText("The bridge opens.").click();

  await page.keyboard.press("ControlOrMeta+h");
  const panel = page.getByRole("search", { name: "Find and replace" });
  const count = panel.getByRole("status");
  await panel.getByRole("textbox", { name: "Find" }).fill("bridge");
  await expect(count).toHaveText(/of 4/);
  while (!((await count.textContent()) ?? "").startsWith("3")) await page.keyboard.press("F3");
  await expect(article(page).locator(".writing-find-block.is-current")).toHaveCount(1);
  await expect(description).toBeVisible();
  await panel.getByRole("textbox", { name: "Replace with" }).fill("tunnel");
  await panel.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(description).toHaveValue("The tunnel, and behind it a bridge");
  await expect(count).toHaveText("3 of 3");
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(count).toHaveText("3 replaced");
  await expect(description).toHaveValue("The tunnel, and behind it a tunnel");
  expect(await outline(page)).toContain("figure: A tunnel at dawn");

  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(description).toHaveValue("The tunnel, and behind it a bridge");
  expect(await outline(page)).toContain("figure: A bridge at dawn");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(description).toHaveValue("The bridge, and behind it a bridge");
});

test("keeps the focus in find after Replace all, undoes there, and returns to the last place", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "one two one\nthree one\nfour");
  await page.keyboard.press("ControlOrMeta+h");
  const panel = page.getByRole("search", { name: "Find and replace" });
  const field = panel.getByRole("textbox", { name: "Find" });
  const count = panel.getByRole("status");
  await field.fill("one");
  await panel.getByRole("textbox", { name: "Replace with" }).fill("ten");
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(count).toHaveText("3 replaced");
  await expect(count).toHaveAttribute("data-tone", "quiet");
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual(["p: one two one", "p: three one", "p: four"]);
  await expect(count).toHaveText("1 of 3");

  await panel.getByRole("button", { name: "Replace all" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("!");
  expect(await outline(page)).toEqual(["p: ten two ten", "p: three ten!", "p: four"]);
});

test("Replace focuses the replacement, and the focus stays in the panel", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "one bridge, a bridge, the bridge");
  await page.keyboard.press("ControlOrMeta+f");
  const panel = page.getByRole("search", { name: "Find and replace" });
  await expect(panel.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("bridge");
  await panel.getByRole("button", { name: "Replace", exact: true }).press("Enter");
  const replacement = panel.getByRole("textbox", { name: "Replace with" });
  await expect(replacement).toBeFocused();
  await page.keyboard.type("tunnel");
  await expect(panel.getByRole("textbox", { name: "Find" })).toHaveValue("bridge");
  await page.keyboard.press("Enter");
  await expect(replacement).toBeFocused();
  expect(await outline(page)).toEqual(["p: one tunnel, a bridge, the bridge"]);
  await panel.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("1 of 1");
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(panel.getByRole("textbox", { name: "Find" })).toBeFocused();
  expect(await outline(page)).toEqual(["p: one tunnel, a tunnel, the tunnel"]);
});
