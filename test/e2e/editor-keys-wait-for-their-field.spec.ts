import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("what is typed while find or the form of a link is still being loaded goes there, not over the article's words", async ({
  page,
  openArticle,
}) => {
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

  const asked = page.waitForRequest(/\/LinkForm-/);
  await page.keyboard.press("ControlOrMeta+k");
  await asked;
  await page.keyboard.type("example.orx");
  await page.keyboard.press("Backspace");
  held.get("LinkForm")?.();
  const target = page.getByRole("textbox", { name: "Link to" });
  await expect(target).toHaveValue("example.or");
  await page.keyboard.type("g");
  await page.keyboard.press("Enter");
  await expect(article(page).getByRole("link", { name: "opens" })).toHaveAttribute("href", "https://example.org");

  const search = page.waitForRequest(/\/FindPanel-/);
  await page.keyboard.press("ControlOrMeta+f");
  await search;
  await page.keyboard.type("Bridge");
  held.get("FindPanel")?.();
  await expect(page.getByRole("textbox", { name: "Find", exact: true })).toHaveValue("Bridge");
  await expect(page.getByText("1 of 1")).toBeVisible();
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
});
