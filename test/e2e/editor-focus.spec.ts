import type { Page } from "@playwright/test";
import { paste, png } from "./editor-files.ts";
import { article, expectOnComputer, notices, openEditor, outline, status } from "./editor-page.ts";
import { elsewhere, expect, holdRequests, nightlyStep, press, test } from "./fixtures.ts";

test("focuses the article, at the last cursor in this browser", async ({ page, context, edit }) => {
  const { url } = await edit("first-words");
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("First\nSecond\nThird");
  expect(await outline(page)).toEqual(["p: First", "p: Second", "p: Third"]);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Version 1 delivered");

  // The cursor returns to its place after a reload.
  await press(page, "ArrowUp", "End");
  // The browser reports a moved cursor with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.reload();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type(" goes on");
  expect(await outline(page)).toEqual(["p: First", "p: Second goes on", "p: Third"]);

  await nightlyStep("the cursor returns after a crash of the tab", async () => {
    await expectOnComputer(page, "goes on");
    const ended = page.waitForEvent("crash");
    const devTools = await context.newCDPSession(page);
    void devTools.send("Page.crash").catch(() => undefined);
    await ended;
    const next = await openEditor(await context.newPage(), url);
    await expect(article(next)).toBeFocused();
    await next.keyboard.type(" and ends");
    expect((await outline(next))[1]).toBe("p: Second goes on and ends");
    await next.close();
  });

  // A second person can also type immediately.
  const other = await openEditor(await elsewhere(page), url);
  await expect(article(other)).toBeFocused();
  await other.keyboard.type("More ");
  // The first person's unsaved changes may be shown too.
  expect((await outline(other))[0]).toBe("p: More First");
  await other.context().close();

  await nightlyStep("a browser that blocks storage shows the reason", async () => {
    const blocked = await context.newPage();
    await blocked.addInitScript(() =>
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      }),
    );
    await blocked.goto(url);
    await expect(blocked.getByText("Access is denied for this document.")).toBeVisible();
    await blocked.close();
  });

  await nightlyStep("a field that exists before the article keeps the focus", async () => {
    const quicker = await context.newPage();
    await quicker.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const field = document.createElement("input");
        document.body.prepend(field);
        field.focus();
      });
    });
    await openEditor(quicker, url);
    await expect(quicker.locator("body > input")).toBeFocused();
  });
});

test("keys typed while a tool loads go to the tool, and are dropped if it cannot load", async ({ page, edit }) => {
  const linkForm = await holdRequests(page, /\/writing-[^/]+\.js/);
  await edit();
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");

  await page.keyboard.press("ControlOrMeta+k");
  await paste(page, { text: "example" });
  await page.keyboard.type(".orx");
  await page.keyboard.press("Backspace");
  linkForm(true);
  await expect(page.getByRole("textbox", { name: "Link to" })).toHaveValue("example.or");
  await page.keyboard.type("g\n");
  await expect(article(page).getByRole("link", { name: "opens" })).toHaveAttribute("href", "https://example.org");

  const comments = await holdRequests(page, /\/CommentLayer-[^/]+\.js/);
  await page.goto("about:blank");
  await edit("commented");
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Alt+m");
  await page.keyboard.type("Check thiss");
  await page.keyboard.press("Backspace");
  comments(true);
  await expect(page.getByRole("textbox", { name: "Your comment" })).toHaveValue("Check this");

  const findPanel = await holdRequests(page, /\/writing-[^/]+\.js/);
  await page.goto("about:blank");
  await edit("plain");
  await page.keyboard.type("The bridge opens");
  const notice = notices(page).getByText("Could not load this tool");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("har");
  findPanel(false);
  await expect(notice).toBeVisible();
  await page.keyboard.type("bour?\n");
  await paste(page, { text: "pasted" }, page.locator("body"));
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
  await article(page).getByText("The bridge").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" today");
  expect(await outline(page)).toEqual(["p: The bridge opens today"]);
});

test("words selected before the tools are loaded get their bar after loading", async ({ page, edit }) => {
  const tools = await holdRequests(page, /\/writing-[^/]+\.js/);
  await edit();
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  tools(true);
  await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeVisible();
});

/** Writes a paragraph, a picture and a paragraph below it. */
async function writeAroundPicture(page: Page): Promise<void> {
  await page.keyboard.type("Above\n");
  await paste(page, { files: [await png(page, "boat.png", "teal", 64)] });
  await expect(article(page).locator("figure img")).toBeVisible();
  await page.keyboard.type("Below the picture");
  expect(await outline(page)).toEqual(["p: Above", "figure: ", "p: Below the picture"]);
}

test("input right after a click goes there, and Backspace deletes no picture @nightly", async ({ page, edit }) => {
  await edit("stale-too");
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
