import { article, leaseBar, notices, openEditor, save, status, write, writeAuthor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("one writes and the other reads until she takes over, and nothing is lost", async ({
  browser,
  context,
  page,
  openArticle,
}) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await expect(leaseBar(page)).toHaveCount(0);
  await writeAuthor(page, "anna@example.org");
  await write(page, "Anna writes.");
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");

  const ben = await (await browser.newContext()).newPage();
  await openEditor(ben, session.url);
  await writeAuthor(ben, "ben@example.org");
  await expect(leaseBar(ben)).toContainText(/anna@example\.org has been editing since \d/);
  await expect(page.getByText("Also here: ben@example.org")).toBeVisible();
  await expect(article(ben)).toHaveAttribute("contenteditable", "false");
  await article(ben).focus();
  await ben.keyboard.type("No.");
  await save(ben);
  await expectLooksRight(ben, "reading");
  await leaseBar(ben).getByRole("button", { name: "Read only" }).click();
  await expect(leaseBar(ben)).toContainText("You are reading.");
  await expect(article(ben)).toHaveText("Anna writes.");

  await test.step("offline, who was writing goes on", async () => {
    await context.setOffline(true);
    await write(page, " Offline too.");
    await expect(status(page)).toContainText("Offline: kept on this computer");
    await context.setOffline(false);
    await expect(status(page)).toContainText("Unsaved changes — draft kept");
  });

  await test.step("a take-over leaves unsaved words with both", async () => {
    await leaseBar(ben).getByRole("button", { name: "Take over" }).click();
    await expect(leaseBar(page)).toContainText(/ben@example\.org took over at \d.*Your changes are kept\./);
    await expect(article(page)).toHaveText("Anna writes. Offline too.");
    await expect(notices(ben)).toContainText("in another tab or by a colleague");
    await ben.getByRole("button", { name: /^Restore( my changes)?$/ }).click();
    await write(ben, " Ben goes on.");
    await save(ben);
    await expect(status(ben)).toContainText("Saved — version 2");
    await expect(notices(page)).toContainText(/Version 2 was saved .* Your changes are kept in History\./);
  });

  await test.step("when the one who writes leaves, the other is offered to write", async () => {
    await ben.close();
    await expect(leaseBar(page)).toContainText("Editing is free.");
    await leaseBar(page).getByRole("button", { name: "Edit" }).click();
    await expect(leaseBar(page)).toHaveCount(0);
    await expect(article(page)).toHaveAttribute("contenteditable", "true");
  });
});
