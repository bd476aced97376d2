import { downloadArchive } from "../support/site.ts";
import { article, notices, openEditor, paste, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("shows the site's reason for a rejection, and resends", async ({ page, openArticle, receiver, project }) => {
  receiver.answer = () => ({ rc: 0, rm: "The section Sport is closed until 18:00.", data: {} });
  await openEditor(page, (await openArticle("match")).url);
  await write(page, "Two to one.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(status(page)).toContainText("Rejected: The section Sport is closed until 18:00.");
  await expect(notices(page)).toContainText("The section Sport is closed until 18:00.");
  await expect(notices(page)).toContainText("Version 1 is stored in Galley.");
  const download = page.waitForEvent("download");
  await notices(page).getByRole("link", { name: "Download archive" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  // What is said of a paste stands above it, and covers none of its buttons.
  await paste(page, { html: '<p>A</p><p><img width="400" height="300" src="https://elsewhere.example/a.jpg"></p>' });
  const said = await page.getByText("1 picture is at elsewhere.example").boundingBox();
  const told = await page.locator(".notice").boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(told?.y ?? 0);

  // On a phone both take half of the window; the line that is written is seen all the same, at the end of the article.
  await page.setViewportSize({ width: 390, height: 844 });
  await article(page).press("ControlOrMeta+End");
  await paste(page, { text: "One more line\n".repeat(30) });
  await page.keyboard.type("After it");
  const box = await article(page).getByText("After it").boundingBox();
  const above = await page.locator(".writing-said > *").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);

  // This time the site fetches the archive, as sites do, and lets the rest of the story wait.
  const answer = Promise.withResolvers<void>();
  receiver.answer = async ({ body }) => {
    const archive = await downloadArchive(project, body.content_url, body.material_id);
    await archive.arrayBuffer();
    await answer.promise;
    return { rc: 1, rm: "", data: {} };
  };
  await notices(page).getByRole("button", { name: "Resend" }).click();
  await expect(status(page)).toContainText(/Sent → \d+ .*downloaded → Waiting for the site/);
  answer.resolve();
  await expect(status(page)).toContainText(/\d+ .*downloaded → Version 1 delivered/);
  await expect(notices(page)).not.toContainText("closed");
});

test("retries a site that does not respond, and shows why", async ({ page, openArticle, receiver }) => {
  const session = await openArticle("match");
  await receiver.close();
  await openEditor(page, session.url);
  await write(page, "Two to one.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(status(page)).toContainText("Retrying delivery to 127.0.0.1");
  await expect(status(page)).toContainText(/Next attempt in \d+ s/);
  await status(page).getByRole("button", { name: "Why?" }).click();
  await expect(notices(page)).toContainText("refused the connection");
  await expect(notices(page)).toContainText("Version 1 is stored in Galley.");
});
