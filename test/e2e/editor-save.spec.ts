import { downloadArchive } from "../support/site.ts";
import { choosePictures, paste, png } from "./editor-files.ts";
import { article, authorName, notices, openEditor, outline, save, saveVersion, status, write } from "./editor-page.ts";
import { downloadedBy, expect, holdRequests, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test("names the article, saves it with its author and delivers it", async ({ page, openArticle, receiver, edit }) => {
  const name = page.getByRole("heading", { level: 1 });
  await edit("article-0df198");
  await expect(status(page)).toContainText("Nothing saved yet");
  await expectLooksRight(page, "empty");
  await expect(name).toHaveText("article-0df198");
  await expect(page).toHaveTitle("article-0df198 – Galley");
  await page.keyboard.type("## The harbour is open");
  await expect(name).toHaveText("The harbour is open");
  await expect(page).toHaveTitle("• The harbour is open – Galley");
  await expect(status(page)).toContainText("Unsaved changes — draft kept");
  await expect(authorName(page)).toHaveValue("");
  await authorName(page).fill("ben@example.org");
  await save(page);
  await expect(status(page)).toContainText(/Saved — version 1, \d/);
  await expect(status(page)).toContainText(/Version 1 delivered \(\d+\.\d s\)/);
  const { body } = await receiver.received(1);
  expect(body).toMatchObject({ event: "article_saved", material_id: "article-0df198" });
  expect(body.metadata.user_email).toBe("ben@example.org");
  expect(await outline(page)).toEqual(["h2: The harbour is open"]);

  await test.step("the site's title and author override the heading and the previous name", async () => {
    const named = (title: string) =>
      openArticle("dawn-e56e23", { metadata: { title, user_email: "anna@example.org" } });
    await openEditor(page, (await named(" Dawn over\nthe harbour ")).url);
    await expect(name).toHaveText("Dawn over the harbour");
    await expect(page.locator(".head-author")).toHaveText("Author: anna@example.org");
    await expect(authorName(page)).toHaveCount(0);
    await page.keyboard.type("## Another heading");
    await expect(page).toHaveTitle("• Dawn over the harbour – Galley");
    await named("Dawn");
    await expect(page).toHaveTitle("• Dawn – Galley");
    await save(page);
    expect((await receiver.received(2)).body.metadata.user_email).toBe("anna@example.org");
    // Without an author from the site, the field returns with the name entered before.
    await edit("free");
    await expect(authorName(page)).toHaveValue("ben@example.org");
  });
});

test("text typed during a save stays unsaved; a late response is shown", async ({ page, edit, receiver }) => {
  await edit();
  await write(page, "One");
  const releaseSave = await holdRequests(page, "**/versions");
  await save(page);
  await expect(status(page)).toContainText("Saving…");
  await write(page, " and two");
  releaseSave();
  await expect(status(page)).toContainText("Unsaved changes — draft kept");
  await receiver.received(1);
  const response = Promise.withResolvers<object>();
  receiver.respond = () => response.promise;
  await saveVersion(page, 2);
  await expect(status(page)).toContainText("Sending");

  // The events arrive only after the delivery.
  const releaseEvents = await holdRequests(page, "**/events?*");
  await page.reload();
  await expect(article(page)).toHaveText("One and two");
  await expect(status(page)).toContainText("Sending");
  response.resolve({ rc: 1, rm: "", data: {} });
  await receiver.received(2);
  releaseEvents();
  await expect(status(page)).toContainText("Version 2 delivered");
});

test("shows why a site rejects an article or is silent, and resends", async ({ page, edit, receiver, project }) => {
  receiver.respond = () => ({ rc: 0, rm: "The section Sport is closed until 18:00.", data: {} });
  await edit("match");
  await write(page, "Two to one.");
  await save(page);
  await expect(status(page)).toContainText("Rejected: The section Sport is closed until 18:00.");
  await expect(notices(page)).toContainText("The section Sport is closed until 18:00.");
  await expect(notices(page)).toContainText("Version 1 is stored in Galley.");
  await nightlyLook(page, "rejected");
  const download = await downloadedBy(notices(page).getByRole("link", { name: "Download archive" }));
  expect(download.suggestedFilename()).toMatch(/\.zip$/);

  await test.step("a message about a paste appears above the notice", async () => {
    await paste(page, { html: '<p>A</p><p><img width="400" height="300" src="https://elsewhere.example/a.jpg"></p>' });
    const message = await page.getByText("1 picture is at elsewhere.example").boundingBox();
    const notice = await page.locator(".notice").boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
  });

  // This time the site downloads the archive and delays its response.
  const response = Promise.withResolvers<void>();
  receiver.respond = async ({ body }) => {
    await (await downloadArchive(project, body.content_url, body.material_id)).arrayBuffer();
    await response.promise;
    return { rc: 1, rm: "", data: {} };
  };
  await notices(page).getByRole("button", { name: "Resend" }).click();
  await expect(status(page)).toContainText(/Sent → \d+ .*downloaded → Waiting for the site/);
  response.resolve();
  await expect(status(page)).toContainText(/\d+ .*downloaded → Version 1 delivered/);
  await expect(notices(page)).not.toContainText("closed");

  await receiver.close();
  await save(page);
  await expect(status(page)).toContainText("Retrying delivery to 127.0.0.1");
  await expect(status(page)).toContainText(/Next attempt: \d/);
  await status(page).getByRole("button", { name: "Why?" }).click();
  await expect(notices(page)).toContainText("refused the connection");
});

test("counts issues, shows each with one click, and never blocks a save", async ({ page, edit }) => {
  await edit();
  await expect(page.getByRole("button", { name: /to review/ })).toHaveCount(0);
  await write(page, "The mayor, TK, opened it.");
  await choosePictures(
    page,
    await Promise.all(["dawn", "noon", "dusk"].map((name) => png(page, `${name}.png`, "teal"))),
  );
  await expect(article(page).locator("figure img")).toHaveCount(3);
  await page.getByRole("button", { name: "2 issues to review" }).click();

  const list = page.getByRole("region", { name: "Review before saving" });
  await expect(list).toBeFocused();
  await expectLooksRight(page, "checks");
  await list.getByRole("button", { name: "Note (TK)" }).click();
  await expect(article(page)).toBeFocused();
  await page.keyboard.type("Ms Smith");
  await expect(article(page).locator("p").first()).toHaveText("The mayor, Ms Smith, opened it.");
  await expect(list.getByRole("button", { name: "Note (TK)" })).toHaveCount(0);

  // Several of a kind are one issue with one field after the other.
  const missing = list.getByRole("button", { name: "3 pictures without a description", exact: true });
  await missing.click();
  await expect(page.getByRole("button", { name: "1 issue to review" })).toBeVisible();
  const field = article(page).getByRole("textbox", { name: "Description" });
  await expect(field.nth(0)).toBeFocused();
  await missing.click();
  await expect(list.getByText("2 of 3")).toBeVisible();
  await list.getByRole("button", { name: "Previous: 3 pictures without a description" }).click();
  await expect(field.nth(0)).toBeFocused();
  await missing.click();
  await expect(field.nth(1)).toBeFocused();
  await page.keyboard.type("The harbour at noon");
  await page.keyboard.press("F8");
  await expect(field.nth(2)).toBeFocused();
  await page.keyboard.press("F8");
  await expect(field.nth(0)).toBeFocused();
  await expect(list.getByRole("button", { name: "2 pictures without a description", exact: true })).toBeVisible();

  await saveVersion(page, 1);
  await list.focus();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
});
