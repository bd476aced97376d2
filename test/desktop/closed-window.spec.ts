import { ANY_PORTS, askAsThePage, expect, launchDesktop, preferencesOf, runDesktop, test } from "./support/desktop.ts";
import {
  chooseInBoxes,
  clickMenuItem,
  clickNotification,
  closeWindow,
  exitAfter,
  notifications,
} from "./support/shown.ts";

const [KEEP, QUIT] = [0, 1];
/** A desktop without a tray and without a session bus. */
const GNOME = { XDG_CURRENT_DESKTOP: "GNOME", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };

test("a closed window leaves Galley running with one notification, and a second start shows the window", async ({
  dataDir,
}) => {
  const desktop = await launchDesktop({ dataDir, env: { ...GNOME, XDG_CURRENT_DESKTOP: "KDE" } });
  const { app, url } = desktop;
  const boxes = await chooseInBoxes(app, QUIT);

  await test.step("the first close shows a notification, and a second start opens the window logged in", async () => {
    await closeWindow(app);
    await expect.poll(() => notifications(app)).toMatchObject([{ title: "Galley is still running" }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const reopened = app.waitForEvent("window");
    expect(await runDesktop([`--data-dir=${dataDir}`, ...ANY_PORTS])).toMatchObject({ code: 0 });
    const again = await reopened;
    await again.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!login)/);
    await expect.poll(async () => (await askAsThePage(again, "/me")).status).toBe(200);
  });

  await test.step("a click on the notification shows a hidden window; the next close shows none", async () => {
    await app.evaluate(() => globalThis.consoleWindow()?.hide());
    await clickNotification(app, 0);
    const visible = () => app.evaluate(() => globalThis.consoleWindows().map((each) => each.isVisible()));
    await expect.poll(visible).toEqual([true]);
    await closeWindow(app);
    await expect.poll(() => preferencesOf(dataDir)).toMatchObject({ told_where: true });
    expect(await notifications(app)).toHaveLength(1);
    expect(await boxes()).toEqual([]);
  });

  await test.step("Quit does not ask while nothing is in progress", async () => {
    expect(await exitAfter(desktop.process, () => clickMenuItem(app, "quit"))).toEqual([0, null]);
  });
});

test("without a tray icon, asks on close until 'Do not ask again' is ticked @nightly", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: macOS and Windows always have a place for icons.
  test.skip(process.platform !== "linux", "macOS and Windows always have a place for icons");
  const first = await launchDesktop({ dataDir, env: GNOME });
  const boxes = await chooseInBoxes(first.app, KEEP);
  await closeWindow(first.app);
  await expect.poll(boxes).toMatchObject([
    {
      message: "Galley is still running without its window.",
      buttons: ["Keep running", "Quit"],
      checkboxLabel: "Do not ask again",
    },
  ]);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  const show = () => first.app.evaluate(({ app }) => void app.emit("activate"));
  await Promise.all([first.app.waitForEvent("window"), show()]);
  await chooseInBoxes(first.app, KEEP, true);
  await closeWindow(first.app);
  await expect.poll(() => preferencesOf(dataDir)).toMatchObject({ when_closed: "keep" });
  expect(await notifications(first.app)).toEqual([]);

  await Promise.all([first.app.waitForEvent("window"), show()]);
  const silent = await chooseInBoxes(first.app, QUIT);
  await closeWindow(first.app);
  await expect.poll(() => notifications(first.app)).toHaveLength(1);
  expect(await silent()).toEqual([]);

  await clickMenuItem(first.app, "quit-when-closed");
  await expect.poll(() => preferencesOf(dataDir)).toMatchObject({ when_closed: "quit" });
  await Promise.all([first.app.waitForEvent("window"), show()]);
  expect(await exitAfter(first.process, () => closeWindow(first.app).catch(() => undefined))).toEqual([0, null]);
});
