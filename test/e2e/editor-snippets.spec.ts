import type { Page } from "@playwright/test";
import { articleOf, editorOf, type OpenedSession } from "../support/site.ts";
import { logIn } from "./console-page.ts";
import { choosePictures, png } from "./editor-files.ts";
import { article, insertBlock, openEditor, outline, write } from "./editor-page.ts";
import { enter, expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

const menu = (page: Page) => page.getByRole("listbox", { name: "Blocks" });
const offered = (page: Page) => menu(page).getByRole("group", { name: "Snippets" }).getByRole("option");
const saving = (page: Page) => page.getByRole("dialog", { name: "Save as snippet" });
const all = (page: Page) => page.getByRole("dialog", { name: "Snippets" });
const row = (page: Page, name: string) =>
  all(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

async function saveAs(page: Page, name: string): Promise<void> {
  await expect(saving(page).getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(`${name}\n`);
  await expect(page.getByText(`Snippet “${name}” saved`)).toBeVisible();
}

async function saveBlock(page: Page): Promise<void> {
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("menuitem", { name: "Save as snippet…" }).click();
}

/** Saves a snippet from another tab. */
async function addSnippet(session: OpenedSession, name: string): Promise<void> {
  const body = {
    id: name.replace(/\W/g, ""),
    name,
    kind: "blocks",
    doc: articleOf(`About: ${name}`).doc,
    author: "Anna",
  };
  expect((await editorOf(session)("POST", "/snippets", body)).status).toBe(201);
}

test("inserts saved words, blocks and pictures into other articles", async ({ page, context, openArticle, edit }) => {
  await edit("first");
  await page.keyboard.type("## The harbour\n");
  await write(page, "It was built in 1911 by Anna Larsson\n");
  await choosePictures(page, [await png(page, "pier.png", "teal", 64)]);
  await expect(article(page).locator("figure img")).toBeVisible();

  // Save words with the selection bar, and the whole article with a block's menu.
  await article(page).getByText("It was built").click();
  await page.keyboard.press("End");
  for (const _ of "Anna Larsson") await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("toolbar", { name: "Selected text" }).getByRole("button", { name: "Save as snippet…" }).click();
  await expect(saving(page).getByText("Anna Larsson", { exact: true })).toBeVisible();
  await nightlyLook(page, "saving a snippet");
  await saveAs(page, "Byline");
  await page.keyboard.press("ControlOrMeta+a");
  await saveBlock(page);
  await saveAs(page, "Fact box");
  await expect(article(page)).toBeFocused();

  const other = await openEditor(await context.newPage(), (await openArticle("second")).url);
  await write(other, "The pier. ");
  await other.keyboard.type("/by");
  await expect(menu(other).getByRole("option").first()).toHaveText("Byline");
  await other.keyboard.press("Enter");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. Anna Larsson"]);
  await other.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. "]);
  await press(other, "ControlOrMeta+y", "Enter");
  await other.keyboard.type("/fact");
  await menu(other).getByRole("option", { name: "Fact box" }).click();
  await expect
    .poll(() => outline(other))
    .toEqual([
      "p: The pier. Anna Larsson",
      "h2: The harbour",
      "p: It was built in 1911 by Anna Larsson",
      expect.stringMatching(/^figure: /),
    ]);
  await expect(article(other).locator("figure img")).toHaveJSProperty("naturalWidth", 64);
  await other.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. Anna Larsson", expect.stringMatching(/^p: /)]);

  await nightlyStep("an existing name is replaced after a warning; without Galley the typed text stays", async () => {
    await article(page).getByText("The harbour").click();
    await saveBlock(page);
    await page.keyboard.type("FACT box");
    await expect(saving(page).getByText("Replaces “Fact box”")).toBeVisible();
    await saving(page).getByRole("button", { name: "Replace" }).click();
    await expect(saving(page)).toHaveCount(0);
    await other.keyboard.type("/fact");
    await menu(other).getByRole("option", { name: "Fact box" }).click();
    await expect.poll(() => outline(other)).toEqual(["p: The pier. Anna Larsson", "h2: The harbour"]);

    await other.route(/\/snippets/, (route) => route.abort());
    await other.keyboard.type(" /fact");
    await menu(other).getByRole("option", { name: "Fact box" }).click();
    await expect(other.getByText("Could not insert the snippet. Galley is not reachable.")).toBeVisible();
  });
});

test("renames and deletes snippets in editor and console", async ({ page, appliance, project, openArticle }) => {
  const session = await openArticle("first");
  for (const name of ["Pier", "Fact box"]) await addSnippet(session, name);
  await openEditor(page, session.url);
  await insertBlock(page, "Snippets…");
  await expect(row(page, "Fact box")).toContainText("About: Fact box");
  await expectLooksRight(page, "all snippets");
  await row(page, "Pier").getByRole("button", { name: "Rename" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("fact BOX\n");
  await expect(row(page, "Pier").getByRole("alert")).toContainText("a snippet called “Fact box”");
  await enter(row(page, "Pier").getByRole("textbox", { name: "Name" }), "Old pier");
  await expect(row(page, "Old pier")).toBeFocused();
  await row(page, "Fact box").getByRole("button", { name: "Delete" }).click();
  await page.keyboard.press("Enter");
  await expect(row(page, "Fact box")).toHaveCount(0);
  await row(page, "Old pier").getByRole("button", { name: "Insert" }).click();
  await expect.poll(() => outline(page)).toEqual(["p: About: Pier"]);
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("\n/");
  await expect(offered(page)).toHaveText(["Old pier", "Save as snippet…", "Snippets…"]);

  const desk = await page.context().newPage();
  await logIn(desk, appliance, `/projects/${project.id}/snippets`);
  const list = desk.getByRole("list", { name: "Snippets" });
  await expect(list.getByRole("listitem")).toContainText(["About: Pier"]);
  await nightlyLook(desk, "snippets of a project");
  await list.getByRole("button", { name: "Rename… Old pier" }).click();
  await desk.getByRole("textbox", { name: "Name" }).fill("The pier");
  await desk.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(offered(page)).toHaveText(["The pier", "Save as snippet…", "Snippets…"]);
  await list.getByRole("button", { name: "Delete snippet… The pier" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Delete snippet" }).click();
  await expect(desk.getByText("No snippets yet")).toBeVisible();
});
