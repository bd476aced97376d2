import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { article, choosePictures, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
}

for (const colorScheme of ["light", "dark"] as const)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    test.describe(`${colorScheme}, ${viewport.width} px wide`, () => {
      test.use({ colorScheme, viewport });

      test("axe finds nothing, and the page does not scroll sideways", async ({ page, openArticle, receiver }) => {
        receiver.answer = () => ({ rc: 0, rm: "Not today.", data: {} });
        await openEditor(page, (await openArticle("bridge")).url);
        await expectNoFaults(page);

        await write(page, "Words, and https://example.org/ as a link ");
        await choosePictures(page, [
          await png(page, "dawn.png", "teal", 900),
          { name: "x.exe", type: "", bytes: Buffer.from("MZ") },
        ]);
        await expect(article(page).locator("figure img")).toBeVisible();
        await expect(page.getByRole("button", { name: "Try again: x.exe" })).toBeVisible();
        await save(page);
        await expect(status(page)).toContainText("The site rejected it: Not today.");
        await expectNoFaults(page);

        await page.getByRole("button", { name: "History" }).click();
        await expect(page.getByRole("dialog", { name: "History" })).toContainText("Version 1");
        await expectNoFaults(page);
        await page.keyboard.press("Escape");

        await article(page).focus();
        await page.keyboard.press("ControlOrMeta+k");
        await expect(page.getByRole("textbox", { name: "Link to" })).toBeVisible();
        await expectNoFaults(page);
        await page.keyboard.press("Escape");
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      });
    });
