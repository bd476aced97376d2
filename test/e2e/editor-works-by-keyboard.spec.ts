import { article, openEditor, outline, paste } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
});

test("the toolbar is one Tab stop, and arrows move inside it", async ({ page }) => {
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Heading", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const bold = page.getByRole("button", { name: "Bold" });
  await expect(bold).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("button", { name: "Redo" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Heading", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(article(page)).toBeFocused();
});

test("makes headings, lists and quotes by shortcut and by typing", async ({ page }) => {
  await article(page).focus();
  await page.keyboard.press("ControlOrMeta+Alt+3");
  await page.keyboard.type("Sub\n");
  await page.keyboard.type("- one\ntwo\n\n");
  await page.keyboard.type("1. first\n\n");
  await page.keyboard.type("> said\n\nend");
  expect(await outline(page)).toEqual(["h3: Sub", "ul: onetwo", "ol: first", "blockquote: said", "p: end"]);
});

test("a link is set, refused, changed and removed without the mouse", async ({ page }) => {
  await article(page).focus();
  await page.keyboard.type("read this");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("textbox", { name: "Link to" });
  await expect(field).toBeFocused();
  await field.fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This kind of link does not work on a site")).toBeVisible();
  await field.fill("example.org/x");
  await page.keyboard.press("Enter");
  await expect(field).toBeHidden();
  await expect(article(page)).toBeFocused();
  await expect(article(page).getByRole("link", { name: "read this" })).toHaveAttribute("href", "https://example.org/x");

  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toHaveValue("https://example.org/x");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(article(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("button", { name: "Remove link" }).press("Enter");
  await expect(article(page).getByRole("link")).toHaveCount(0);
});

test("one gets out of a caption, and past a picture at either end", async ({ page }) => {
  await article(page).focus();
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await paste(page, { files: [{ name: "dot.png", type: "image/png", bytes: Buffer.from(pixel, "base64") }] });
  await expect(article(page).locator("figure img")).toBeVisible();
  // The empty paragraph that the cursor was in goes, so that the picture is all there is.
  await article(page).press("ControlOrMeta+End");
  await page.keyboard.press("Backspace");
  expect(await outline(page)).toEqual(["figure: "]);
  await article(page).locator("figcaption").click();
  await page.keyboard.type("Caption");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("Above");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("Below");
  expect(await outline(page)).toEqual(["p: Above", "figure: Caption", "p: Below"]);
});
