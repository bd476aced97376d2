import { paste } from "./editor-files.ts";
import { article, outline } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";
import { expectNoFaults } from "./looks.ts";

const MARKDOWN = `# The bridge

It **opens** on [Monday](https://www.google.com/url?q=https://example.org/a), they say. <b onclick="x()">Not this</b>

- one
- two

| Year | Ships |
|------|------:|
| 2025 | 7 |

\`\`\`
let a = 1;
\`\`\``;

test("formats pasted Markdown and URLs, and keeps them as typed on request", async ({ page, edit }) => {
  await test.step("formats pasted Markdown; undo or the bar keeps it as typed", async () => {
    await edit();
    await page.keyboard.type("Above\n");
    await paste(page, { text: MARKDOWN });
    const bar = page.getByRole("toolbar", { name: "Paste options" });
    await expect(bar).toContainText("Pasted as formatted text");
    await expect(article(page)).toBeFocused();
    const text = article(page);
    await expect(text.locator("h2")).toHaveText("The bridge");
    await expect(text.locator("strong")).toHaveText("opens");
    await expect(text.locator("a")).toHaveAttribute("href", "https://example.org/a");
    await expect(text).toContainText('<b onclick="x()">Not this</b>');
    await expect(text.locator("ul li")).toHaveText(["one", "two"]);
    await expect(text.locator("table td").last()).toHaveText("7");
    await expect(text.locator("pre")).toHaveText("let a = 1;");
    await expectNoFaults(page);

    const typed = ["p: Above", ...MARKDOWN.split(/\n+/).map((line) => `p: ${line}`)];
    await page.keyboard.press("ControlOrMeta+z");
    expect(await outline(page)).toEqual(typed);
    await expect(bar).toBeHidden();
    await page.keyboard.press("ControlOrMeta+z");
    expect(await outline(page)).toEqual(["p: Above", "p: "]);

    // Tab goes to the bar; typing closes it.
    await paste(page, { text: "Some **words** here" });
    await expect(text.locator("strong")).toHaveText("words");
    await expect(bar).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(bar.getByRole("button", { name: "Keep as plain text" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(article(page)).toBeFocused();
    expect(await outline(page)).toEqual(["p: Above", "p: Some **words** here"]);
    await page.keyboard.press("Enter");
    await paste(page, { text: "More **words**" });
    await expect(bar).toBeVisible();
    await page.keyboard.type("!");
    await expect(bar).toBeHidden();
    await expect(text.locator("p").last()).toHaveText("More words!");

    // A picture of another site is offered, as in every paste.
    await paste(page, { text: "**Before**\n\n![A boat](https://elsewhere.example/boat.png)\n\nAfter" });
    await expect(page.getByRole("button", { name: "Fetch 1 picture from elsewhere.example" })).toBeVisible();
  });

  await test.step("pastes a URL as a link, and changes it to a card or an embed by keyboard", async () => {
    await press(page, "ControlOrMeta+a", "Delete");
    await page.keyboard.type("Above\n");
    await paste(page, { text: "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fbridge&sa=D" });
    const link = article(page).locator("a");
    await expect(link).toHaveText("https://example.org/bridge");
    await expect(link).toHaveAttribute("href", "https://example.org/bridge");
    const bar = page.getByRole("toolbar", { name: "Paste options" });
    await expect(bar).toContainText("Pasted as a link");
    await expect(bar.getByRole("button")).toHaveText(["Link card"]);
    await expect(article(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
    await page.keyboard.type(" and on");
    await expect(link).toHaveText("https://example.org/bridge");
    expect(await outline(page)).toEqual(["p: Above", "p: https://example.org/bridge and on"]);

    await page.keyboard.press("Enter");
    await paste(page, { text: "https://example.org/bridge\n" });
    await expect(bar).toBeVisible();
    await press(page, "Tab", "Enter");
    await expect(article(page).locator(".card")).toContainText("example.org");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(article(page).locator(".card")).toHaveCount(0);
    await expect(link.last()).toHaveText("https://example.org/bridge");

    await press(page, "ControlOrMeta+a", "Delete");
    await paste(page, { text: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" });
    await expect(bar.getByRole("button")).toHaveText(["Embed", "Link card"]);
    await press(page, "Tab", "Enter");
    await expect(article(page)).toContainText("YouTube");
    await expect(article(page).locator("a")).toHaveCount(0);
  });
});
