import { openEditor, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("shows a response of the site that arrives while the page loads", async ({ page, openArticle, receiver }) => {
  const answer = Promise.withResolvers<object>();
  receiver.answer = () => answer.promise;
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "The bridge is open.");
  await save(page);
  await expect(status(page)).toContainText("Sending");

  // The events come through only when all is over.
  const listening = Promise.withResolvers<void>();
  await page.route("**/events?*", async (route) => {
    await listening.promise;
    await route.continue();
  });
  await page.reload();
  await expect(status(page)).toContainText("Sending");
  answer.resolve({ rc: 1, rm: "", data: {} });
  await receiver.received(1);
  await expect(async () => {
    const other = await page.context().newPage();
    await openEditor(other, page.url());
    await expect(status(other)).toContainText("Version 1 delivered", { timeout: 1_000 });
    await other.close();
  }).toPass();
  listening.resolve();
  await expect(status(page)).toContainText("Version 1 delivered");
});
