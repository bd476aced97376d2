import type { Page } from "@playwright/test";
import { editorOf } from "../support/site.ts";
import { choosePictures, png } from "./editor-files.ts";
import {
  article,
  expectOnComputer,
  notices,
  openEditor,
  outline,
  save,
  status,
  write,
  writeAuthor,
} from "./editor-page.ts";
import { elsewhere, expect, holdRequests, press, test } from "./fixtures.ts";

/** Opens the article as another person, in a separate browser context. */
async function another(page: Page, url: string, name: string): Promise<Page> {
  const other = await openEditor(await elsewhere(page), url);
  await writeAuthor(other, name);
  return other;
}

/** Writes, and opens the article as another person before the draft with this text reaches Galley. */
async function anotherDuringDraft(page: Page, text: string, url: string, name: string): Promise<Page> {
  const releaseDraft = await holdRequests(page, "**/draft");
  const draft = page.waitForRequest("**/draft");
  await write(page, text);
  await draft;
  const other = await another(page, url, name);
  releaseDraft();
  return other;
}

const writer = (page: Page, name: string) => page.getByRole("button", { name: `${name}: go to cursor` });

test("two people write in one article at the same time", async ({ page, edit, receiver }) => {
  const session = await edit();
  await writeAuthor(page, "anna@example.org");
  const ben = await anotherDuringDraft(page, "Anna began.", session.url, "ben@example.org");
  await expect(article(ben)).toHaveText("Anna began.");
  await expect(writer(page, "ben@example.org")).toBeVisible();
  await expect(writer(ben, "anna@example.org")).toBeVisible();

  await test.step("the letters of both arrive in order", async () => {
    await article(ben).press("ControlOrMeta+End");
    await ben.keyboard.press("Enter");
    await expect(article(page).locator("p")).toHaveCount(2);
    await article(page).press("ControlOrMeta+Home");
    const [one, two] = ["The quick brown fox. ", "A lazy dog slept on."];
    await Promise.all([page.keyboard.type(one, { delay: 5 }), ben.keyboard.type(two, { delay: 5 })]);
    for (const each of [page, ben]) await expect(article(each).locator("p")).toHaveText([`${one}Anna began.`, two]);
  });

  await test.step("a cursor is shown with its name", async () => {
    await expect(page.locator(".carets-caret")).toHaveAttribute("data-name", "ben@example.org");
  });

  await test.step("Undo reverts only the person's own text", async () => {
    await ben.keyboard.press("ControlOrMeta+z");
    await expect(article(page).locator("p").first()).toHaveText("The quick brown fox. Anna began.");
    await ben.keyboard.press("ControlOrMeta+Shift+z");
    await expect(article(page).locator("p").nth(1)).toHaveText("A lazy dog slept on.");
  });

  await test.step("Save stores what both see", async () => {
    await save(ben);
    for (const each of [page, ben]) await expect(status(each)).toContainText("Saved — version 1");
    expect((await receiver.received(1)).body.metadata.user_email).toBe("ben@example.org");
    await Promise.all([save(page), save(ben)]);
    await expect(status(page)).toContainText(/version [23]/);
  });

  await test.step("a restored version replaces the text for both, and unsaved changes are kept", async () => {
    await write(page, " Not saved.");
    await expect(article(ben)).toContainText("Not saved.");
    await ben.getByRole("button", { name: "History" }).click();
    const history = ben.getByRole("dialog", { name: "History" });
    await expect(history.getByText("Version 1", { exact: true })).toBeVisible();
    const { number } = (await (await editorOf(session)("GET", "")).json()).versions[0];
    const body = { save_id: "restore", base_version: number, user_email: "clara@example.org" };
    expect((await editorOf(session)("POST", "/versions/1/restore", body)).status).toBe(201);
    for (const each of [page, ben]) {
      await expect(notices(each)).toContainText("clara@example.org replaced the text.");
      await expect(article(each)).not.toContainText("Not saved.");
    }
    await expect(history).toContainText("Unsaved changes");
    await ben.keyboard.press("Escape");
    await page.reload();
    await expect(notices(page)).toContainText("Unsaved changes from");
  });

  await test.step("an offline tab keeps working, merges after reconnecting, and keeps unsent text through a reload", async () => {
    await ben.context().setOffline(true);
    await write(ben, " Offline words.");
    await expect(status(ben)).toContainText("Offline: kept on this computer");
    await article(page).press("ControlOrMeta+Home");
    await page.keyboard.type("Meanwhile: ");
    await ben.context().setOffline(false);
    for (const each of [page, ben]) await expect(article(each)).toHaveText(/^Meanwhile: .* Offline words\.$/);
    await ben.context().setOffline(true);
    await write(ben, " Killed.");
    await expect(status(ben)).toContainText("Offline: kept on this computer");
    await ben.context().setOffline(false);
    await ben.reload();
    for (const each of [page, ben]) await expect(article(each)).toContainText("Offline words. Killed.");
  });

  await test.step("View only disables editing", async () => {
    await ben.getByRole("button", { name: "View only" }).click();
    await expect(article(ben)).toHaveAttribute("contenteditable", "false");
    await write(page, " More.");
    await expect(article(ben)).toContainText("More.");
    await ben.getByRole("button", { name: "Edit" }).click();
    await expect(article(ben)).toHaveAttribute("contenteditable", "true");
  });
});

test("a click moves the cursor while others type", async ({ page, edit }) => {
  const { url } = await edit();
  await write(page, "1\n2\n3");
  let isTyping = true;
  const others = [await elsewhere(page), await elsewhere(page)].map(async (other) => {
    await expect(article(await openEditor(other, url))).toContainText("3");
    await article(other).press("ControlOrMeta+End");
    while (isTyping) await other.keyboard.type("word ", { delay: 15 });
  });
  await expect(article(page)).toHaveText(/^123w/);
  for (let count = 0; count < 8; count++) {
    const clicked = article(page)
      .locator("p")
      .nth(count % 2);
    await clicked.click();
    await page.keyboard.press("End");
    await page.keyboard.type("X");
    await expect(clicked).toHaveText(/^[12]X$/);
    await page.keyboard.press("Backspace");
  }
  isTyping = false;
  await Promise.all(others);
});

test("uploads and offline text survive the deletion of the blocks around them @nightly", async ({ page, edit }) => {
  const session = await edit("removed");
  const draft = page.waitForResponse("**/draft");
  await write(page, "One\nTwo");
  await draft;
  await page.reload();
  await expect(article(page)).toContainText("Two");
  const ben = await anotherDuringDraft(page, "\nThree", session.url, "");
  for (const each of [page, ben]) await expect(article(each)).toHaveText("OneTwoThree");

  await test.step("the uploaded picture keeps its place", async () => {
    const releaseUpload = await holdRequests(page, "**/media?name=red.png");
    await article(page).getByText("Two").click();
    await choosePictures(page, [await png(page, "red.png", "red")]);
    await expect(page.locator(".uploads-card")).toBeVisible();
    await article(ben).press("ControlOrMeta+Home");
    await press(ben, "Shift+End", "Delete", "Delete");
    await expect(article(page).getByText("One")).toHaveCount(0);
    releaseUpload();
    for (const each of [page, ben]) await expect.poll(() => outline(each)).toEqual(["p: Two", "figure: ", "p: Three"]);
  });

  await test.step("text typed offline is kept as unsaved changes", async () => {
    await ben.context().setOffline(true);
    await write(ben, " with words of Ben");
    await article(page).press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await expect(article(page)).toHaveText("");
    await ben.context().setOffline(false);
    await expect(notices(ben)).toContainText("is kept as unsaved changes");
    await notices(ben).getByRole("button", { name: "Compare" }).click();
    await expect(ben.getByRole("dialog")).toContainText("with words of Ben");
    await page.reload();
    await expect(notices(page)).toContainText("made in another tab or by a colleague.");
  });
  await ben.context().close();
});

test("a tab with an outdated editor reloads and keeps the typed text @nightly", async ({ page, edit }) => {
  const session = await edit("older");
  await write(page, "Typed before the update");
  await expectOnComputer(page, "Typed before the update");
  const older = (url: URL) => url.pathname === `/editor/api/sessions/${session.session_id}`;
  await page.route(older, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), schema: "newer" } });
  });
  const loaded = page.waitForEvent("load");
  // Opening the history requests the article, as a reconnect does.
  await page.getByRole("button", { name: "History", exact: true }).click();
  await loaded;
  await page.unroute(older);
  await expect(article(page)).toHaveText("Typed before the update");
});
