import { paste } from "./editor-files.ts";
import { article, notices, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdBack } from "./held-requests.ts";

test("keys for a tool that loads go there; for one that cannot load they stay out of the article", async ({
  page,
  openArticle,
}) => {
  const linkForm = await holdBack(page, /\/writing-[^/]+\.js/);
  const findPanel = await holdBack(page, /\/tools-[^/]+\.js/);
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");

  await page.keyboard.press("ControlOrMeta+k");
  await paste(page, { text: "example" });
  await page.keyboard.type(".orx");
  await page.keyboard.press("Backspace");
  linkForm(true);
  await expect(page.getByRole("textbox", { name: "Link to" })).toHaveValue("example.or");
  await page.keyboard.type("g");
  await page.keyboard.press("Enter");
  await expect(article(page).getByRole("link", { name: "opens" })).toHaveAttribute("href", "https://example.org");

  findPanel(false);
  const said = notices(page).getByText("Could not load this tool");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("har");
  await expect(said).toContainText("press Escape or click the text");
  await page.keyboard.type("bour?");
  await page.keyboard.press("Enter");
  await paste(page, { text: "pasted" }, page.locator("body"));
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
  await page.keyboard.press("Escape");
  await expect(said).toHaveCount(0);
  await expect(article(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+f");
  await expect(said).toBeVisible();
  await article(page).getByText("The bridge").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" today");
  expect(await outline(page)).toEqual(["p: The bridge opens today"]);
});

test("an early paste or drop comes before the text typed after it, as plain text where its code cannot load", async ({
  page,
  openArticle,
}) => {
  const reader = await holdBack(page, /\/writing-[^/]+\.js/);
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("First.\n");
  await paste(page, { html: "<p>Pasted <b>bold</b></p>", text: "Pasted bold" });
  await page.keyboard.type(" and typed.\n");
  await paste(page, { text: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>' });
  await article(page)
    .getByText("First.")
    .evaluate((target) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/html", "<p>Dropped <i>slanted</i></p>");
      const { left, top, height } = target.getBoundingClientRect();
      const at = { clientX: left + 1, clientY: top + height / 2 };
      target.dispatchEvent(new DragEvent("drop", { dataTransfer, ...at, bubbles: true, cancelable: true }));
    });
  await expect(article(page).locator("strong, em, .embed-card")).toHaveCount(0);
  reader(true);
  await expect(article(page).locator(".embed-card")).toContainText("YouTube");
  await expect(article(page).locator("em")).toHaveText("slanted");
  await expect(article(page).locator("strong")).toHaveText("bold");
  expect(await outline(page)).toEqual(["p: Dropped slantedFirst.", "p: Pasted bold and typed.", "figure: "]);

  const lost = await holdBack(page, /\/writing-[^/]+\.js/);
  await page.goto("about:blank");
  await openEditor(page, (await openArticle("plain")).url);
  await paste(page, { html: "<p>Pasted <b>bold</b></p>", text: "Pasted bold" });
  lost(false);
  await expect(article(page)).toHaveText("Pasted bold");
  await expect(article(page).locator("strong")).toHaveCount(0);
  await expect(page.getByText("Only the text was inserted")).toBeVisible();
});
