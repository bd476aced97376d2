import { startSite } from "../support/site.ts";
import { accepts, deliver, fails, retry } from "./support/articles.ts";
import { askAsThePage, expect, preferencesOf, test } from "./support/desktop.ts";
import {
  clickNotification,
  clickTray,
  closeWindow,
  expectTray,
  isKeptAwake,
  notifications,
  trayItem,
} from "./support/shown.ts";

test.use({ ownDesktop: true });

test("the tray pauses deliveries and shows their state; a notification opens a failed one", async ({ desktop }) => {
  const { app, window } = desktop;
  await expectTray(app).toBe("Running");
  const project = await desktop.createProject();

  await test.step("a pause in the tray appears in the console, and vice versa", async () => {
    const settings = async () => {
      const { body } = await askAsThePage(window, "/settings");
      return (body as { settings: { deliveries_paused: boolean } }).settings.deliveries_paused;
    };
    const release = window.locator(".shell-banner").getByRole("button");
    await clickTray(app, "pause");
    await expect(release).toBeVisible();
    await expectTray(app).toBe("Deliveries on hold");
    expect(await settings()).toBe(true);
    expect(await trayItem(app, "pause")).toMatchObject({ checked: true });
    const inMenu = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("pause")?.checked);
    expect(await inMenu()).toBe(true);

    const held = await startSite(accepts);
    await deliver(desktop, project, held, "Held");
    await expectTray(app).toBe("1 delivery on hold");
    // A restart in place keeps the tray connected.
    const before = (await askAsThePage(window, "/me")).body;
    await desktop.console("POST", "/restart", {});
    await expect
      .poll(async () => (await askAsThePage(window, "/me").catch(() => ({ body: before }))).body)
      .not.toEqual(before);
    await release.click();
    await expectTray(app).toBe("Running");
    expect(await trayItem(app, "pause")).toMatchObject({ checked: false });
    expect(await inMenu()).toBe(false);
    await held.received(1);
    await held.close();
  });

  const site = await startSite(fails);
  const id = await deliver(desktop, project, site, "Council \u202evotes");
  await expectTray(app).toBe("Running · 1 delivery pending");
  expect(await trayItem(app, "state")).toMatchObject({ label: "Running · 1 delivery pending", enabled: false });
  await expect.poll(() => isKeptAwake(app)).toBe(true);

  site.respond = () => ({ rc: 0, rm: `<b>No section</b>\u0007 ${"x".repeat(500)}` });
  await retry(desktop, id);
  await expectTray(app).toBe("Needs attention: 1 delivery failed");
  await expect.poll(() => isKeptAwake(app)).toBe(false);
  await expect.poll(async () => (await notifications(app)).length).toBe(1);
  const [{ title, body } = { title: "", body: "" }] = await notifications(app);
  expect(title).toBe(`${new URL(site.callbackUrl).host} did not accept “Council votes”`);
  expect(body).toMatch(/‹b›No section‹\/b› x+…$/);
  await clickNotification(app, 0);
  await window.waitForURL(`**/deliveries/${id}`);
  await expect(window.getByRole("heading", { name: "Version 1" })).toBeVisible();

  // The tray opens the failed delivery without a window, too.
  await closeWindow(app);
  const reopened = app.waitForEvent("window");
  await clickTray(app, "state");
  await (await reopened).waitForURL("**/deliveries?state=*");

  site.respond = accepts;
  await retry(desktop, id);
  await expectTray(app).toBe("Running");

  // Notifications can be switched off.
  await clickTray(app, "notify");
  await expect.poll(() => trayItem(app, "notify")).toMatchObject({ checked: false });
  await expect.poll(() => preferencesOf(desktop.dataDir)).toMatchObject({ notifications: false });
  await site.close();
});
