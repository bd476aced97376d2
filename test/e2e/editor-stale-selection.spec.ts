import type { Page } from "@playwright/test";
import { paste, png } from "./editor-files.ts";
import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** Writes a paragraph, a picture and a paragraph below it. */
async function writeAroundPicture(page: Page): Promise<void> {
  await page.keyboard.type("Above");
  await page.keyboard.press("Enter");
  await paste(page, { files: [await png(page, "boat.png", "teal", 64)] });
  await expect(article(page).locator("figure img")).toBeVisible();
  await page.keyboard.type("Below the picture");
  expect(await outline(page)).toEqual(["p: Above", "figure: ", "p: Below the picture"]);
}

test("input right after a click goes to the click's place, and Backspace there deletes no picture @nightly", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("stale-too")).url);
  await writeAroundPicture(page);
  const below = article(page).locator("p").last();
  const press = (key: string) => () => page.keyboard.press(key);
  // On-screen keyboards send keys without a name, with an editing command.
  const devtools = await page.context().newCDPSession(page);
  const nameless = (command: string) => () =>
    devtools.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Unidentified",
      windowsVirtualKeyCode: 229,
      commands: [command],
    });
  const ways: Record<string, { keys: (() => Promise<unknown>)[]; below: string }> = {
    Backspace: { keys: [press("Home"), press("Backspace")], below: "Below the picture" },
    letters: { keys: [press("Home"), press("x")], below: "xBelow the picture" },
    Delete: { keys: [press("Home"), press("Delete")], below: "elow the picture" },
    cut: { keys: [press("Home"), press("Shift+End"), press("ControlOrMeta+x")], below: "" },
    "a deletion without a key": { keys: [press("Home"), nameless("DeleteBackward")], below: "Below the picture" },
    "words without a key": { keys: [press("End"), () => page.keyboard.insertText("!")], below: "Below the picture!" },
  };
  for (let round = 0; round < 4; round++)
    for (const [way, { keys, below: words }] of Object.entries(ways))
      await test.step(`${way}, ${round + 1}`, async () => {
        await article(page).locator("p").first().click();
        const box = await below.boundingBox();
        if (box === null) throw new Error("The paragraph is not visible");
        const clicked = page.mouse.click(box.x + 20 + 9 * round, box.y + box.height / 2);
        // Keys are sent one after the other, because modifiers would mix, without waiting for the click.
        for (const each of keys) await each();
        await clicked;
        await expect.poll(() => outline(page)).toEqual(["p: Above", "figure: ", `p: ${words}`]);
        if (words !== "Below the picture") await page.keyboard.press("ControlOrMeta+z");
        await expect.poll(() => outline(page)).toEqual(["p: Above", "figure: ", "p: Below the picture"]);
      });
});
