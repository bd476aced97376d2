import type { Page } from "@playwright/test";
import { logIn } from "./console-page.ts";
import { article, choosePictures, openEditor, outline, png, write, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectEveryLookIsRight } from "./looks.ts";

const menu = (page: Page) => page.getByRole("listbox", { name: "Blocks" });
const saving = (page: Page) => page.getByRole("dialog", { name: "Save as snippet" });
const all = (page: Page) => page.getByRole("dialog", { name: "Snippets" });
const row = (page: Page, name: string) =>
  all(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

async function saveAs(page: Page, name: string): Promise<void> {
  await expect(saving(page).getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Saved as the snippet “${name}”`)).toBeVisible();
}

test("words, blocks and pictures are kept under a name, and are there in the other articles of the site", async ({
  page,
  context,
  appliance,
  project,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("first")).url);
  await writeAuthor(page, "Anna");
  await write(page, "## The harbour\nIt was built in 1911 by Anna Larsson\n");
  await choosePictures(page, [await png(page, "pier.png", "teal", 64)]);
  await expect(article(page).locator("figure img")).toBeVisible();

  // Words of a paragraph, by the bar beside them.
  await article(page).getByText("It was built").click();
  await page.keyboard.press("End");
  for (const _ of "Anna Larsson") await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("toolbar", { name: "Selected words" }).getByRole("button", { name: "Save as snippet…" }).click();
  await expect(saving(page).getByText("Anna Larsson")).toBeVisible();
  await expectEveryLookIsRight(page, "a snippet is saved");
  await saveAs(page, "Byline");
  await expect(article(page)).toBeFocused();

  // A block with its picture, by the menu of its handle; and all of it.
  await article(page).locator("figure img").click();
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("menuitem", { name: "Save as snippet…" }).click();
  await saveAs(page, "Pier");
  await article(page).getByText("The harbour").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("menuitem", { name: "Save as snippet…" }).click();
  await saveAs(page, "Fact box");

  const other = await context.newPage();
  await openEditor(other, (await openArticle("second")).url);
  await write(other, "The pier. ");
  await other.keyboard.type("/by");
  await expect(menu(other).getByRole("group", { name: "Snippets" }).getByRole("option")).toHaveText(["Byline"]);
  await other.keyboard.press("Enter");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. Anna Larsson"]);
  await other.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. "]);
  await other.keyboard.press("ControlOrMeta+y");
  await other.keyboard.press("Enter");
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
  await expect
    .poll(() =>
      article(other)
        .locator("figure img")
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await other.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => outline(other)).toEqual(["p: The pier. Anna Larsson", expect.stringMatching(/^p: /)]);

  // What one tab renames, the other offers by its new name.
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "More formatting" }).click();
  await page.getByRole("menuitem", { name: "Snippets…" }).click();
  await expect(row(page, "Pier").locator("img")).toBeVisible();
  await expectEveryLookIsRight(page, "all snippets");
  await row(page, "Pier").getByRole("button", { name: "Rename" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("fact BOX\n");
  await expect(row(page, "Pier").getByRole("alert")).toContainText("There is a snippet called “Fact box” already");
  await row(page, "Pier").getByRole("textbox", { name: "Name" }).fill("Old pier");
  await page.keyboard.press("Enter");
  await expect(row(page, "Old pier")).toBeVisible();
  await row(page, "Byline").getByRole("button", { name: "Delete" }).click();
  await row(page, "Byline").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "Byline")).toHaveCount(0);
  await other.keyboard.type("/");
  await expect(menu(other).getByRole("group", { name: "Snippets" }).getByRole("option")).toHaveText([
    "Old pier",
    "Fact box",
    "Snippets…",
  ]);
  await other.keyboard.press("Escape");
  await other.keyboard.press("Backspace");

  // A name that is taken is replaced on purpose.
  await page.keyboard.press("Escape");
  await article(page).getByText("The harbour").click();
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("menuitem", { name: "Save as snippet…" }).click();
  await page.keyboard.type("FACT box");
  await expect(saving(page).getByText("“Fact box” is there already")).toBeVisible();
  await saving(page).getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("Saved as the snippet “Fact box”")).toBeVisible();

  // Without Galley a sentence says so, and the words stay.
  await other.route(/\/snippets/, (route) => route.abort());
  await other.keyboard.type("/fact");
  await menu(other).getByRole("option", { name: "Fact box" }).click();
  await expect(other.getByText("The snippet was not put in. Galley cannot be reached.")).toBeVisible();
  await other.unroute(/\/snippets/);

  // An admin sees them with their project.
  const desk = await context.newPage();
  await logIn(desk, appliance);
  await desk.goto(`${appliance.consoleUrl}/projects/${project.id}/snippets`);
  const list = desk.getByRole("list", { name: "Snippets, by name" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("blocks · 1 picture");
  await expect(list).toContainText("by Anna");
  await expectEveryLookIsRight(desk, "snippets of a project");
  await list.getByRole("button", { name: "Delete Old pier" }).click();
  await desk.getByRole("button", { name: "Delete the snippet" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
});
