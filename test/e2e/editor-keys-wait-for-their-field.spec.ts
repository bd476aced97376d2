import { article, notices, openEditor, outline, paste } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("keys typed while find or the link form loads go there, not into the article", async ({ page, openArticle }) => {
  const held = new Map<string, () => void>();
  /** Holds the first load of a part back until it is let go. */
  const holdBack = (part: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(part, resolve);
    return page.route(new RegExp(`/${part}-[^/]+\\.js`), async (route) => {
      await promise;
      await route.continue();
    });
  };
  await holdBack("FindPanel");
  await holdBack("LinkForm");
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");

  await page.keyboard.press("ControlOrMeta+k");
  await paste(page, { text: "example" });
  await page.keyboard.type(".orx");
  await page.keyboard.press("Backspace");
  held.get("LinkForm")?.();
  const target = page.getByRole("textbox", { name: "Link to" });
  await expect(target).toHaveValue("example.or");
  await page.keyboard.type("g");
  await page.keyboard.press("Enter");
  await expect(article(page).getByRole("link", { name: "opens" })).toHaveAttribute("href", "https://example.org");

  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("Bridge");
  held.get("FindPanel")?.();
  await expect(page.getByRole("textbox", { name: "Find", exact: true })).toHaveValue("Bridge");
  await expect(page.getByText("1 of 1")).toBeVisible();
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
});

test("keys for a tool that cannot load stay out of the article until Escape or a click", async ({
  page,
  openArticle,
}) => {
  await page.route(/\/(FindPanel|LinkForm)-[^/]+\.js/, (route) => route.abort());
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  const said = notices(page).getByText("Could not load this tool");

  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("har");
  await expect(said).toContainText("press Escape or click the text");
  await page.keyboard.type("bour?");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await paste(page, { text: "pasted" }, page.locator("body"));
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
  await page.keyboard.press("Escape");
  await expect(said).toHaveCount(0);
  await expect(article(page)).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("opens");

  await page.keyboard.press("ControlOrMeta+k");
  await expect(said).toBeVisible();
  await page.keyboard.type("example.org");
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
  await article(page).getByText("The bridge").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" today");
  expect(await outline(page)).toEqual(["p: The bridge opens today"]);
});
