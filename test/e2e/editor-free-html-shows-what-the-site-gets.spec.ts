import type { Page } from "@playwright/test";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { article, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** Sources, and what the block says was taken out of them. */
const SOURCES: [source: string, takenOut: string][] = [
  ['<p class="lead" lang="ru">Hello <b>you</b></p><table><tr><td colspan="2">cell</td></tr></table>', ""],
  ['<p onclick="x()" data-x="1" style="color:red" id="a">Hello</p>', "onclick, data-x, style, id"],
  ['<a href="javascript:alert(1)">bad</a> <a href="/good">good</a>', 'href="javascript:alert(1)"'],
  ['<form action="/x"><label>Name</label><button>Go</button></form>', "<form>, <label>, <button>"],
  ["<center><font color=red>Old <i>page</i></font></center><!-- note -->", "<center>, <font>"],
  [
    '<video src="data:video/mp4,x" autoplay></video><q cite="javascript:x">q</q>',
    'src="data:video/mp4,x", autoplay, cite="javascript:x"',
  ],
  ['<iframe src="https://example.org/"><b>x</b></iframe><script>x()</script>', "<iframe>, <script>"],
];

/** Elements and words, without what the look leaves out by intent: where a link leads, and its `rel`. */
const structure = (page: Page, html: string) =>
  page.evaluate((source) => {
    const template = document.createElement("template");
    template.innerHTML = source;
    for (const link of template.content.querySelectorAll("a"))
      for (const name of ["href", "rel"]) link.removeAttribute(name);
    return template.innerHTML.trim();
  }, html);

test("previews free HTML as a save sanitises it, and names what is removed", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("Above\n/html");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  const source = page.getByRole("textbox", { name: "HTML source" });
  await page.keyboard.type("<p>typed");
  await expect(source).toHaveValue("<p>typed");

  const block = article(page).locator(".free-html");
  const frame = block.locator("iframe");
  await expect(frame.contentFrame().getByText("typed")).toBeVisible();
  for (const [html, takenOut] of SOURCES)
    await test.step(html, async () => {
      await source.fill(html);
      await expect(block.locator(".block-note")).toHaveText(
        takenOut === "" ? /^The site gets no scripts/ : `Removed: ${takenOut}`,
      );
      const cleaned = freeHtmlSanitizer()(html);
      const shown = async () => /<\/style>(.*)$/s.exec((await frame.getAttribute("srcdoc")) ?? "")?.[1] ?? "";
      await expect.poll(async () => structure(page, await shown())).toBe(await structure(page, cleaned));
    });
  await expect(block).toContainText("The site gets nothing of this HTML.");
  await expect(frame).toBeHidden();

  await page.keyboard.press("Escape");
  await page.keyboard.type("After");
  expect((await outline(page)).filter((each) => !each.startsWith("div"))).toEqual(["p: Above", "p: After"]);
});

test("turns a frame in the HTML source into an embed or a link card", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const putIn = async (code: string) => {
    await page.keyboard.type("/html");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "HTML source" }).fill(code);
  };
  await putIn('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Ships"></iframe>');
  const block = article(page).locator(".free-html");
  await expect(block).toContainText("Frames are removed from HTML.");
  await block.getByRole("button", { name: "Embed" }).click();
  await expect(block).toHaveCount(0);
  await expect(article(page).locator(".embed-card")).toContainText("YouTube");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(block).toHaveCount(1);
  await page.getByRole("textbox", { name: "HTML source" }).fill('<iframe src="https://example.org/a"></iframe>');
  await block.getByRole("button", { name: "Link card" }).click();
  await expect(article(page).locator(".card")).toContainText("example.org");
});
