import { article, expectOnComputer, notices, openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("keeps unsaved changes after the login ended, and saves them after the next open", async ({
  context,
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await context.clearCookies();
  await write(page, "Typed too late");
  await expect(notices(page)).toContainText("Your login has expired");
  await save(page);
  await expect(status(page)).toContainText("your login has expired");

  const again = await context.newPage();
  await openEditor(again, (await openArticle("bridge")).url);
  await again.close();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(status(page)).toContainText("Saved — version 1");
  await expect(notices(page)).not.toContainText("Your login has expired");
});

test("without a login, explains where to go and that unsaved changes are kept", async ({
  context,
  page,
  openArticle,
}) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Kept");
  await expectOnComputer(page, "Kept");
  await context.clearCookies();
  await page.goto(session.url.split("#")[0] ?? "");
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("kept on this computer");

  // The link of the next opening differs only after the #, so the browser loads nothing by itself.
  await page.goto((await openArticle("bridge")).url);
  await expect(article(page)).toHaveText("Kept");
});
