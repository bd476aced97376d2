import { notices, openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("the site's own words are shown when it rejects a save", async ({ page, openArticle, receiver }) => {
  receiver.answer = () => ({ rc: 0, rm: "The section Sport is closed until 18:00.", data: {} });
  await openEditor(page, (await openArticle("match")).url);
  await write(page, "Two to one.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(status(page)).toContainText("The site rejected it: The section Sport is closed until 18:00.");
  await expect(notices(page)).toContainText("The section Sport is closed until 18:00.");

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await save(page);
  await expect(status(page)).toContainText("Site accepted version 2");
  await expect(notices(page)).not.toContainText("closed");
});

test("a site that does not answer is tried again, and the reason is one click away", async ({
  page,
  openArticle,
  receiver,
}) => {
  const session = await openArticle("match");
  await receiver.close();
  await openEditor(page, session.url);
  await write(page, "Two to one.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(status(page)).toContainText("Not delivered to 127.0.0.1");
  await expect(status(page)).toContainText(/Next attempt in \d+ s/);
  await status(page).getByRole("button", { name: "Why?" }).click();
  await expect(notices(page).locator("p")).not.toBeEmpty();
});
