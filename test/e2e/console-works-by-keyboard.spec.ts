import { logIn, row } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("arrow keys, j and k walk a list; Enter opens, Escape goes back, / finds", async ({
  page,
  appliance,
  openArticle,
}) => {
  for (const material of ["first", "second", "third"]) await openArticle(material);
  await logIn(page, appliance, "/sessions");
  await expect(page.locator(".row")).toHaveCount(3);

  await row(page, "third").focus();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "second")).toBeFocused();
  await page.keyboard.press("j");
  await expect(row(page, "first")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "second", level: 2 })).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "second", level: 2 })).toBeHidden();
  await expect(row(page, "second")).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("fir");
  await expect(page.locator(".row")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(row(page, "first")).toBeFocused();
});

test("a key right after Escape decides where the focus goes", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("first");
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  await row(page, "first").focus();
  await page.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    press("Escape");
    // As between two events of a browser.
    await Promise.resolve();
    press("/");
    // Whatever Escape has left to do is done by then.
    await frame();
    await frame();
  });
  await expect(page.getByRole("heading", { name: "first", level: 2 })).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 1 });
});

test("Escape in a dialog closes the dialog alone", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("first");
  await logIn(page, appliance, `/sessions/${session.session_id}?part=facts`);
  const button = page.getByRole("button", { name: "Delete session…" });
  await button.press("Enter");
  // At once: the dialog is on the screen, the focus perhaps not yet in it.
  await expect(page.getByRole("dialog")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
  await expect(page.getByRole("heading", { name: "first", level: 2 })).toBeVisible();
});
