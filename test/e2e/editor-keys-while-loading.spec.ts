import { paste } from "./editor-files.ts";
import { article, notices, openEditor, outline } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";

test("keys typed while a tool loads go to the tool, and are dropped if it cannot load", async ({
  page,
  openArticle,
}) => {
  const linkForm = await holdRequests(page, /\/writing-[^/]+\.js/);
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");

  await page.keyboard.press("ControlOrMeta+k");
  await paste(page, { text: "example" });
  await page.keyboard.type(".orx");
  await page.keyboard.press("Backspace");
  linkForm(true);
  await expect(page.getByRole("textbox", { name: "Link to" })).toHaveValue("example.or");
  await page.keyboard.type("g");
  await page.keyboard.press("Enter");
  await expect(article(page).getByRole("link", { name: "opens" })).toHaveAttribute("href", "https://example.org");

  const findPanel = await holdRequests(page, /\/writing-[^/]+\.js/);
  await page.goto("about:blank");
  await openEditor(page, (await openArticle("plain")).url);
  await page.keyboard.type("The bridge opens");
  const notice = notices(page).getByText("Could not load this tool");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("har");
  findPanel(false);
  await expect(notice).toBeVisible();
  await page.keyboard.type("bour?");
  await page.keyboard.press("Enter");
  await paste(page, { text: "pasted" }, page.locator("body"));
  expect(await outline(page)).toEqual(["p: The bridge opens"]);
  await article(page).getByText("The bridge").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" today");
  expect(await outline(page)).toEqual(["p: The bridge opens today"]);
});

test("words selected before the tools are loaded get their bar after loading", async ({ page, openArticle }) => {
  const tools = await holdRequests(page, /\/writing-[^/]+\.js/);
  await openEditor(page, (await openArticle("bridge")).url);
  await page.keyboard.type("The bridge opens");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  tools(true);
  await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeVisible();
});
