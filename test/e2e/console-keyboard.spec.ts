import { logIn, row, save, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("keys move through lists, open, resend and search, and Escape closes one thing at a time", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  for (const material of ["first", "second", "third"]) await save(await openArticle(material), material, null);
  await receiver.received(3);
  await logIn(page, appliance, "/sessions");
  await expect(page.locator(".row")).toHaveCount(3);
  const opened = page.getByRole("heading", { name: "second", level: 2 });

  await test.step("arrow keys, j and k move; Enter opens, Escape goes back, / searches", async () => {
    await row(page, "third").focus();
    await page.keyboard.press("ArrowDown");
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("j");
    await expect(row(page, "first")).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await expect(opened).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("fir");
    await expect(page.locator(".row")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(row(page, "first")).toBeFocused();
    await page.getByRole("searchbox").fill("");
  });

  await test.step("Escape in a dialog closes only the dialog", async () => {
    await row(page, "second").click();
    await page.getByRole("tab", { name: "Details" }).click();
    const button = page.getByRole("button", { name: "Delete session…" });
    await button.press("Enter");
    // Without waiting: the dialog may not have the focus yet.
    await expect(page.getByRole("dialog")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(button).toBeFocused();
    await expect(opened).toBeVisible();
  });

  await test.step("a key right after Escape decides where the focus goes", async () => {
    await row(page, "second").focus();
    await page.evaluate(async () => {
      const type = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      type("Escape");
      // Microtasks run between two browser events.
      await Promise.resolve();
      type("/");
      // Wait for delayed work of Escape.
      await frame();
      await frame();
    });
    await expect(opened).toBeHidden();
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 1 });
  });

  await test.step("in the log, the open delivery follows the focus, and a link highlights its row", async () => {
    await visit(page, "/deliveries");
    await expect(page.locator(".row")).toHaveCount(3);
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("j");
    await expect(row(page, "third")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row(page, "third")).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("j");
    await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("r");
    await expect(page.getByLabel("Attempt", { exact: true })).toContainText("Attempt 2");
    await page.goto(`${page.url()}?state=rejected`);
    await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/deliveries\?state=rejected$/);
  });

  await test.step("x selects, r resends the selection, End and Home go to the ends", async () => {
    await visit(page, "/deliveries");
    await expect(page.locator(".row")).toHaveCount(3);
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    for (const key of ["j", "x"]) await page.keyboard.press(key);
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.keyboard.press("r");
    expect((await receiver.received(5)).body.material_id).toBe("third");
    await page.keyboard.press("End");
    await expect(row(page, "first")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(row(page, "third")).toBeFocused();
  });
});
