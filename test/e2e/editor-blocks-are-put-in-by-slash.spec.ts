import { expectNoFaults } from "./axe.ts";
import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("chooses a block by slash with typing, arrows, Enter, Escape and mouse", async ({ page, openArticle }) => {
  // One route all the time: the page also fetches the menu ahead while it is idle.
  const coming = Promise.withResolvers<void>();
  let canBeHad = false;
  await page.route(/SlashMenu/, async (route) => {
    if (!canBeHad) return route.abort();
    await coming.promise;
    await route.continue();
  });
  await openEditor(page, (await openArticle("bridge")).url);
  const text = article(page);
  const menu = page.getByRole("listbox", { name: "Blocks" });
  await text.focus();

  // Where the menu cannot be had, the words are as they were typed, and somebody says so.
  await page.keyboard.type("/x");
  await expect(page.getByText("Could not load this tool")).toBeVisible();
  expect(await outline(page)).toEqual(["p: /x"]);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");

  // Faster than the menu can be loaded: what is typed waits for it, and nothing is lost.
  canBeHad = true;
  await page.keyboard.type("/h");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bridge\n");
  expect(await outline(page)).toEqual(["p: /h"]);
  coming.resolve();
  await expect.poll(() => outline(page)).toEqual(["h2: Bridge", "p: "]);

  await page.keyboard.type("/");
  await expect(menu).toBeVisible();
  const first = menu.getByRole("option").first();
  await expect(text).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("option", { selected: true })).toHaveText(/^Heading/);
  await expectNoFaults(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Today");
  expect(await outline(page)).toEqual(["h2: Bridge", "h2: Today"]);

  // Behind words it is a block of its own that comes.
  await page.keyboard.type(" /numb");
  await menu.getByRole("option", { name: "Numbered list" }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type("one");
  expect(await outline(page)).toEqual(["h2: Bridge", "h2: Today ", "ol: one"]);

  await page.keyboard.type(" /qu");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await page.keyboard.type("o and/or 1/2");
  await expect(menu).toBeHidden();
  expect((await outline(page)).at(-1)).toBe("ol: one /quo and/or 1/2");

  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill("quote");
  await page.keyboard.press("Enter");
  await page.keyboard.type("said");
  expect((await outline(page)).slice(-2)).toEqual(["ol: one /quo and/or 1/2", "blockquote: said"]);
});

test("focuses the fields of a new block, and no key destroys a selected block", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("fields")).url);
  const text = article(page);
  const menu = page.getByRole("listbox", { name: "Blocks" });
  await page.keyboard.type("/html");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type('<p class="lead">Hello & "you"</p>');
  const source = text.getByRole("textbox", { name: "HTML source" });
  await expect(source).toHaveValue('<p class="lead">Hello & "you"</p>');
  await expect(text.locator(".free-html")).toHaveCount(1);

  // What is shown is what the site gets, and what it does not get is named.
  await source.fill(
    '<p style="color:red">Hi <img src="/a.png" alt="A boat"></p><form><b>Bold</b></form><script>1</script>',
  );
  const block = text.locator(".free-html");
  await expect(block).toContainText("Removed: style, <form>, <script>");
  await expect(block.frameLocator("iframe").locator("body")).toHaveText("Hi Picture: A boatBold");
  await source.fill("<p>Hi</p>");
  await expect(block).toContainText("The site gets no scripts");

  // Escape leads from the field to the block, which the next key leaves as it is.
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
  await expect(text.locator(".free-html.is-selected")).toBeVisible();
  await page.keyboard.type("Below it");
  await expect(source).toBeHidden();
  expect((await outline(page)).at(-1)).toBe("p: Below it");
  await expect(text.locator(".free-html")).toHaveCount(1);

  await page.keyboard.press("Enter");
  await page.keyboard.type("/link card");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("https://example.org/");
  await expect(text.getByRole("textbox", { name: "URL" })).toHaveValue("https://example.org/");
  await page.keyboard.press("Escape");
  await page.keyboard.type("After the card");
  await expect(text.locator(".card-block")).toHaveCount(1);
  expect((await outline(page)).at(-1)).toBe("p: After the card");
});
