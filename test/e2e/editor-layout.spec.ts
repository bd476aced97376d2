import { choosePictures, paste, png } from "./editor-files.ts";
import { article, authorName, openEditor, write } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";

for (const locale of ["en", "ru"])
  test(`the header is low and cuts no status line: ${locale} @nightly`, async ({ browser, openArticle, receiver }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const title = "The council votes to cap the rents in the whole of the old harbour after a long night of talks";
    await page.goto((await openArticle(`calm-${locale}`, { metadata: { title } })).url);
    await page.locator(".article").waitFor();
    const states: string[] = [];
    const checkHead = async () => {
      states.push((await page.locator(".status-line").allTextContents()).join(" | "));
      const cut = await page
        .locator(".status-line, .head-author")
        .evaluateAll((lines) =>
          lines.filter((line) => line.scrollWidth > line.clientWidth).map((each) => each.textContent),
        );
      expect(cut).toEqual([]);
      const name = await page.locator(".head-identity h1").boundingBox();
      expect(name?.width).toBeGreaterThanOrEqual(160);
    };
    await checkHead();
    await page.keyboard.type("TK The first words\n");
    // With the count of issues, the status lines have the least room.
    await expect(page.locator(".head-actions button")).toHaveCount(4);
    await checkHead();
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.locator('.status-line[data-tone="good"]')).toBeVisible();
    await checkHead();
    // First offline, then with an expired login.
    await context.setOffline(true);
    await page.keyboard.type("More");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.locator('.status-line[data-tone="waiting"]').first()).toHaveText(/Saves when|Сохранится/);
    await checkHead();
    await context.clearCookies();
    await context.setOffline(false);
    await expect(page.locator(".notice")).toBeVisible();
    await checkHead();
    expect(new Set(states).size).toBe(states.length);
    expect((await page.locator(".head").boundingBox())?.height).toBeLessThanOrEqual(96);
    expect((await receiver.received(1)).body.event).toBe("article_saved");
    await context.close();
  });

test("on a phone, one bar of large tools serves everything; settings are small", async ({ browser, openArticle }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await openEditor(await context.newPage(), (await openArticle("glass")).url);
  await write(page, "The bridge opens");
  const bar = page.getByRole("toolbar");
  const head = async () => (await page.locator(".head").boundingBox())?.height;
  const expectLarge = async () => {
    await expect(bar).toHaveCount(1);
    await expect(bar.getByRole("button")).toHaveCount(8);
    for (const tool of await bar.getByRole("button").all()) {
      const { x, y, width, height } = (await tool.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(x + width).toBeLessThanOrEqual(390);
      expect(y).toBeGreaterThan(700);
    }
  };

  await test.step("tools are large and at the bottom", async () => {
    await expect(bar.getByRole("button", { name: "Insert a block" })).toBeVisible();
    await expectLarge();
    await bar.getByRole("button", { name: "Insert a block" }).tap();
    await expect(page.getByRole("dialog", { name: "Insert a block" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await article(page).press("ControlOrMeta+End");
    for (let letter = 0; letter < 5; letter++) await page.keyboard.press("Shift+ArrowLeft");
    await expect(bar.getByRole("button", { name: "Comment" })).toBeVisible();
    await expectLarge();
    await bar.getByRole("button", { name: "Bold" }).tap();
    await expect(article(page).locator("strong")).toHaveText("opens");
    await bar.getByRole("button", { name: "More formatting" }).tap();
    await page.getByRole("menuitemcheckbox", { name: "Heading", exact: true }).tap();
    await expect(article(page).locator("h2")).toHaveText("The bridge opens");
  });

  await test.step("the author's field needs no extra row", async () => {
    await authorName(page).tap();
    await expect(authorName(page)).toBeFocused();
    expect(await head()).toBeLessThanOrEqual(96);
    await page.keyboard.press("Enter");
    await expect(article(page)).toBeFocused();
  });

  await test.step("picture settings are small, and no text mentions keys", async () => {
    await page.locator(".article").press("ControlOrMeta+End");
    await choosePictures(page, [await png(page, "a.png", "red", 300), await png(page, "b.png", "green")]);
    const offer = page.locator(".writing-said p");
    await expect(offer).toHaveText(/2 pictures added/);
    expect(await offer.innerText()).not.toContain("Alt");
    await page.locator(".article figure img").first().click();
    const fields = page.locator(".article figure .block-bar");
    await expect(fields).toBeVisible();
    const sheet = await fields.boundingBox();
    expect(sheet?.height).toBeLessThanOrEqual(844 * 0.45);
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeGreaterThan(800);
    // The settings close when the caption is edited.
    await page.locator(".article figcaption").first().click();
    await expect(fields).toBeHidden();
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeHidden();
    await page.locator(".head-actions-more").tap();
    await page
      .locator(".head-actions-list")
      .getByRole("button", { name: /issues? to review/ })
      .tap();
    const panel = page.getByRole("region", { name: "Review before saving" });
    await expect(panel).toBeVisible();
    expect(await panel.innerText()).not.toContain("F8");
  });
  await context.close();
});

test("keeps header, footer, menus and the current line above a phone's keyboard @nightly", async ({ page, edit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await edit("keyboard");
  await paste(page, { text: Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n") });
  // Like Safari with an open keyboard: the window keeps its size, but the visual viewport shrinks and moves.
  const [top, height] = [40, 430];
  await page.evaluate(
    ([offsetTop, seen]) => {
      const viewport = window.visualViewport;
      if (viewport === null) throw new Error("no visual viewport");
      Object.defineProperty(viewport, "offsetTop", { configurable: true, get: () => offsetTop });
      Object.defineProperty(viewport, "height", { configurable: true, get: () => seen });
      viewport.dispatchEvent(new Event("resize"));
    },
    [top, height] as const,
  );
  const edges = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box === null ? null : { top: Math.round(box.y), bottom: Math.round(box.y + box.height) };
  };
  await expect.poll(async () => (await edges(".head"))?.top).toBe(top);
  await expect.poll(async () => (await edges(".writing-foot"))?.bottom).toBe(top + height);
  await expect(page.getByRole("combobox", { name: "Language of the article" })).toBeHidden();
  const line = async () => {
    const [head, foot] = [await edges(".head"), await edges(".writing-foot")];
    const cursor = await page.evaluate(() => {
      const { top: from, bottom: to } = getSelection()?.getRangeAt(0).getClientRects()[0] ?? { top: 0, bottom: 0 };
      return { from, to };
    });
    return Math.min(cursor.from - (head?.bottom ?? 0), (foot?.top ?? 0) - cursor.to);
  };
  for (let word = 0; word < 30; word++) {
    await page.keyboard.insertText(`Line after line ${word}, `);
    expect(await line()).toBeGreaterThanOrEqual(0);
  }
  await press(page, "ControlOrMeta+End", "Enter");
  await page.keyboard.type("/");
  await expect(page.getByRole("option", { name: "Table" })).toBeVisible();
  const menu = await edges(".writing-choice-menu");
  expect(menu?.top).toBeGreaterThanOrEqual((await edges(".head"))?.bottom ?? 0);
  expect(menu?.bottom).toBeLessThanOrEqual(top + height);
  await page.keyboard.press("Escape");
  await paste(page, { html: '<p>A pier <img src="file:///C:/pier.png"></p>' });
  const message = page.getByText("1 picture could not be pasted");
  await expect(message).toBeVisible();
  await page.keyboard.press("Control+Alt+m");
  await expect.poll(async () => (await edges(".comments-panel"))?.bottom).toBe(top + height);
  // The earlier message does not cover the field and returns afterwards.
  await expect(message).toBeHidden();
  await page.getByRole("button", { name: "Close: Comments" }).click();
  await expect(message).toBeVisible();
});
