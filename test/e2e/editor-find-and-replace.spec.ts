import { choosePictures, png } from "./editor-files.ts";
import { article, outline, write } from "./editor-page.ts";
import { expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

test("finds and replaces words, and undoes Replace all as one step", async ({ page, edit }) => {
  await edit();
  await write(page, "The bridge opens. A Bridge!\nNo bridges, one bridge\nlast");
  const panel = page.getByRole("search", { name: "Find and replace" });
  const field = panel.getByRole("textbox", { name: "Find" });
  const replacement = panel.getByRole("textbox", { name: "Replace with" });
  const count = panel.getByRole("status");
  const current = article(page).locator(".writing-find-match.is-current");

  await test.step("goes from match to match and filters them", async () => {
    await page.keyboard.press("ControlOrMeta+f");
    await expect(field).toBeFocused();
    await field.fill("bridge");
    await expect(count).toHaveText("1 of 4");
    await press(page, "Enter", "F3");
    await expect(count).toHaveText("3 of 4");
    await page.keyboard.press("Shift+Enter");
    await expect(current).toHaveText("Bridge");
    await panel.getByRole("checkbox", { name: "Match case" }).check();
    await expect(count).toHaveText(/of 3/);
    await panel.getByRole("checkbox", { name: "Whole words" }).check();
    await expect(count).toHaveText(/of 2/);
    await write(page, " bridge");
    await expect(count).toHaveText(/of 3/);
  });

  await test.step("Replace focuses the replacement; Replace all returns to Find, where undo works", async () => {
    await field.focus();
    await panel.getByRole("button", { name: "Replace", exact: true }).press("Enter");
    await expect(replacement).toBeFocused();
    await page.keyboard.type("tunnel");
    await expect(field).toHaveValue("bridge");
    await expectNoFaults(page);
    await press(page, "Tab", "Tab", "Enter");
    await expect(count).toHaveText("3 replaced");
    await expect(count).toHaveAttribute("data-tone", "quiet");
    await expect(field).toBeFocused();
    const replaced = ["p: The tunnel opens. A Bridge!", "p: No bridges, one tunnel", "p: last tunnel"];
    expect(await outline(page)).toEqual(replaced);
    await page.keyboard.press("ControlOrMeta+z");
    expect(await outline(page)).toEqual(replaced.map((line) => line.replace("tunnel", "bridge")));
    await expect(count).toHaveText(/of 3/);
    await panel.getByRole("button", { name: "Replace all" }).press("Enter");
  });

  await test.step("Escape returns to the text, with the match selected", async () => {
    await field.fill("Bridge");
    await expect(count).toHaveText("1 of 1");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(article(page)).toBeFocused();
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("Bridge");
  });

  await nightlyStep("matches in a picture's fields show the field and are replaced with the others", async () => {
    await choosePictures(page, [await png(page, "dawn.png", "teal")]);
    await article(page).locator("figure figcaption").click();
    await page.keyboard.type("A pier at dawn");
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("The pier, and behind it a pier");
    await article(page).getByText("No bridges").click();
    await page.keyboard.press("ControlOrMeta+h");
    await panel.getByRole("checkbox", { name: "Match case" }).uncheck();
    await field.fill("pier");
    await expect(count).toHaveText(/of 3/);
    while (!((await count.textContent()) ?? "").startsWith("2")) await page.keyboard.press("F3");
    await expect(article(page).locator(".writing-find-block.is-current")).toHaveCount(1);
    await replacement.fill("quay");
    await panel.getByRole("button", { name: "Replace", exact: true }).click();
    await expect(description).toHaveValue("The quay, and behind it a pier");
    await panel.getByRole("button", { name: "Replace all" }).click();
    await expect(count).toHaveText("2 replaced");
    await press(page, "Escape", "ControlOrMeta+z");
    await expect(description).toHaveValue("The quay, and behind it a pier");
    expect(await outline(page)).toContain("figure: A pier at dawn");
  });
});
