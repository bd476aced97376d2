import type { EditorSession } from "../../server/contracts/editor-api.ts";
import { editorOf } from "../support/site.ts";
import { article, node, outline, p, saveVersion, slash, stateOf } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";

test("tables, columns and lists can be written by keyboard", async ({ page, edit }) => {
  const session = await edit();
  const { keyboard } = page;
  const rows = () =>
    article(page).evaluate((root) =>
      [...root.querySelectorAll("tr")].map((row) =>
        [...row.children].map((cell) => `${cell.tagName === "TH" ? "*" : ""}${cell.textContent}`).join("|"),
      ),
    );
  const tools = page.getByRole("toolbar", { name: "Table" });
  const tool = (name: string) => tools.getByRole("button", { name });

  await slash(page, "table");
  for (const word of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) {
    await keyboard.type(word);
    await keyboard.press("Tab");
  }
  await keyboard.type("j");
  expect(await rows()).toEqual(["*a|*b|*c", "d|e|f", "g|h|i", "j||"]);

  await test.step("Alt+F10 goes from the cell to the tools, Escape back", async () => {
    await expect(tools).toBeVisible();
    await keyboard.press("Alt+F10");
    await expect(tool("Header row")).toBeFocused();
    await keyboard.press("Enter");
    await expect(tool("Header row")).toHaveAttribute("aria-pressed", "false");
    await keyboard.press("Enter");
    await expect(tool("Header row")).toHaveAttribute("aria-pressed", "true");
    await keyboard.press("ArrowRight");
    await expect(tool("Header row")).not.toBeFocused();
    await keyboard.press("Escape");
    await expect(article(page)).toBeFocused();
  });

  await test.step("merges cells, also for the site, and splits them", async () => {
    await article(page).press("ControlOrMeta+Home");
    await press(page, "Shift+ArrowRight", "Shift+ArrowRight");
    await expect(article(page).locator(".selectedCell")).toHaveText(["a", "b"]);
    await tool("Merge cells").press("Enter");
    const cells = article(page).locator("tr").first().locator("th, td");
    await expect(cells).toHaveText(["ab", "c"]);
    await saveVersion(page, 1);
    const { preview_path } = (await (await editorOf(session)("GET", "")).json()) as EditorSession;
    const html = await (await fetch(new URL(`/${preview_path}`, session.url))).text();
    expect(html).toContain('<th scope="col" colspan="2"><p>a</p><p>b</p></th>');
    await tool("Split cell").press("Enter");
    await expect(cells).toHaveText(["ab", "", "c"]);
  });

  await test.step("arrows leave a table at both ends of the article; its Remove tool deletes it", async () => {
    await article(page).press("ControlOrMeta+Home");
    await keyboard.press("ArrowUp");
    await keyboard.type("above");
    await article(page).press("ControlOrMeta+End");
    await keyboard.press("ArrowDown");
    await keyboard.type("below");
    expect((await outline(page)).map((block) => block.split(":")[0])).toEqual(["p", "div", "p"]);
    await article(page).locator("td").first().click();
    await press(page, "Alt+F10", "End", "Enter");
    await expect(article(page).locator("table")).toHaveCount(0);
    await article(page).press("ControlOrMeta+z");
    await expect(article(page).locator("table")).toHaveCount(1);
  });

  await test.step("Tab moves through columns and cells, indents list items, and elsewhere leaves the text", async () => {
    const cell = (text: string, type = "tableCell") => node(type, null, p(text));
    const table = node(
      "table",
      null,
      node("tableRow", null, cell("Season", "tableHeader"), cell("Passengers", "tableHeader")),
      node("tableRow", null, cell("2025"), cell("37,540")),
    );
    const columns = node("columns", null, node("column", null, p("A")), node("column", null, table));
    await edit("columns", { vms_json: stateOf(columns) });
    const column = article(page).locator(".columns-row > div");
    await column.first().getByText("A").click();
    await press(page, "End", "Enter");
    await page.keyboard.type("- one\ntwo");
    await page.keyboard.press("Tab");
    await expect(column.first().locator("ul ul li")).toHaveText("two");
    await page.keyboard.press("Shift+Tab");
    await expect(column.first().locator("ul ul")).toHaveCount(0);

    // Tab in the last cell adds a row; a column of numbers is aligned until it contains words.
    const cells = article(page).locator("td");
    await expect(cells.nth(1)).toHaveCSS("text-align", "end");
    await cells.nth(1).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" people");
    await expect(cells.nth(1)).toHaveCSS("text-align", "start");
    await page.keyboard.press("Tab");
    await page.keyboard.type("new");
    await expect(article(page).locator("tr")).toHaveCount(3);
    await expect(cells.nth(2)).toHaveText("new");

    // Tab moves to the next column, and after the columns out of the text.
    await article(page).getByText("A", { exact: true }).click();
    await page.keyboard.press("Tab");
    await page.keyboard.type("x");
    await expect(column.last()).toContainText("x");
    await article(page).press("ControlOrMeta+End");
    await press(page, "ControlOrMeta+Enter", "Tab");
    await expect(article(page)).not.toBeFocused();
  });
});
