import type { Locator } from "@playwright/test";
import type { EditorSession } from "../../server/contracts/editor-api.ts";
import { editorOf, type OpenedSession } from "../support/site.ts";
import { article, openEditor, outline, save } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("writes, changes, leaves and removes a table by keyboard", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const { keyboard } = page;
  const rows = () =>
    article(page).evaluate((root) =>
      [...root.querySelectorAll("tr")].map((row) =>
        [...row.children].map((cell) => `${cell.tagName === "TH" ? "*" : ""}${cell.textContent}`).join("|"),
      ),
    );
  const tools = page.getByRole("toolbar", { name: "Table" });
  const tool = (name: string) => tools.getByRole("button", { name });

  await article(page).focus();
  await keyboard.type("/table");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await keyboard.type("\n");
  for (const word of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) {
    await keyboard.type(word);
    await keyboard.press("Tab");
  }
  await keyboard.type("j");
  expect(await rows()).toEqual(["*a|*b|*c", "d|e|f", "g|h|i", "j||"]);
  await keyboard.press("Shift+Tab");
  await keyboard.press("Shift+Tab");
  await expect(tools).toBeVisible();
  await keyboard.press("Alt+F10");
  await expect(tool("Header row")).toBeFocused();
  await keyboard.press("Enter");
  await expect(tool("Header row")).toHaveAttribute("aria-pressed", "false");
  for (let step = 0; step < 3; step++) await keyboard.press("ArrowRight");
  await expect(tool("Remove row")).toBeFocused();
  await keyboard.press("Enter");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  expect(await rows()).toEqual(["a||b|c", "d||e|f", "j|||"]);

  // Out of it at both ends, where it is all there is.
  await keyboard.press("ArrowDown");
  await keyboard.type("below");
  await article(page).press("ControlOrMeta+Home");
  await keyboard.press("ArrowUp");
  await keyboard.type("above");
  expect((await outline(page)).map((block) => block.split(":")[0])).toEqual(["p", "div", "p"]);
  await keyboard.press("ArrowDown");
  await keyboard.press("Alt+F10");
  await keyboard.press("End");
  await keyboard.press("Enter");
  await expect(article(page).locator("table")).toHaveCount(0);
  await article(page).press("ControlOrMeta+z");
  expect(await rows()).toEqual(["a||b|c", "d||e|f", "j|||"]);
});

test("merges and splits cells by keyboard", async ({ page, openArticle, receiver }) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  const { keyboard } = page;
  const tool = (name: string) => page.getByRole("toolbar", { name: "Table" }).getByRole("button", { name });
  const cells = article(page).locator("tr").first().locator("th, td");

  await article(page).focus();
  await keyboard.type("/table");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await keyboard.type("\n");
  await keyboard.type("a");
  await keyboard.press("Tab");
  await keyboard.type("b");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Shift+ArrowRight");
  await expect(article(page).locator(".selectedCell")).toHaveText(["a", "b"]);
  await keyboard.press("Alt+F10");
  for (let step = 0; step < 12 && !(await isFocused(tool("Merge cells"))); step++) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(cells).toHaveText(["ab", ""]);
  await save(page);
  await receiver.received(1);
  expect(await htmlOf(session)).toContain('<th scope="col" colspan="2"><p>a</p><p>b</p></th>');

  await keyboard.press("Escape");
  await keyboard.press("Alt+F10");
  for (let step = 0; step < 12 && !(await isFocused(tool("Split cell"))); step++) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(cells).toHaveText(["ab", "", ""]);
});

test("aligns columns of numbers as they are typed, as on the page", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("passengers")).url);
  const { keyboard } = page;
  await keyboard.type("/table");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await keyboard.type("\n");
  for (const words of ["Season", "Passengers", "Remarks", "2025", "37,540", "warm"]) {
    await keyboard.type(words);
    await keyboard.press("Tab");
  }
  const cells = article(page).locator("tr").nth(1).locator("td");
  await expect(cells.nth(0)).toHaveCSS("text-align", "start");
  await expect(cells.nth(1)).toHaveCSS("text-align", "end");
  await expect(cells.nth(2)).toHaveCSS("text-align", "start");
  await expect(article(page).getByRole("columnheader", { name: "Passengers" })).toHaveCSS("text-align", "end");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Shift+Tab");
  await keyboard.type(" people");
  await expect(cells.nth(1)).toHaveCSS("text-align", "start");
});

const isFocused = (button: Locator): Promise<boolean> => button.evaluate((dom) => dom === document.activeElement);

/** The current version as its preview shows it. */
async function htmlOf(session: OpenedSession): Promise<string> {
  const { preview_path } = (await (await editorOf(session)("GET", "")).json()) as EditorSession;
  return (await fetch(new URL(`/${preview_path}`, session.url))).text();
}
