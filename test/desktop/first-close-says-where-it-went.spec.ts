import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { clickMenuItem } from "./support/boxes.ts";
import { expect, launchDesktop, test } from "./support/desktop.ts";
import { answerBoxes, clickNotification, closeWindow, notifications } from "./support/shown.ts";

const [KEEP, QUIT] = [0, 1];
/** A desktop that shows no icons beside the clock, and whose bus cannot be asked. */
const GNOME = { XDG_CURRENT_DESKTOP: "GNOME", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };

const kept = (dataDir: string) => {
  const file = path.join(dataDir, "desktop", "shell.json");
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
};

test("with a tray icon, the first close explains it once", async ({ dataDir }) => {
  const desktop = await launchDesktop({ dataDir, env: { ...GNOME, XDG_CURRENT_DESKTOP: "KDE" } });
  const boxes = await answerBoxes(desktop.app, QUIT);
  await closeWindow(desktop.app);
  await expect.poll(() => notifications(desktop.app)).toMatchObject([{ title: "Galley goes on working" }]);
  const reopened = desktop.app.waitForEvent("window");
  await clickNotification(desktop.app, 0);
  await reopened;
  await closeWindow(desktop.app);
  await expect.poll(() => kept(dataDir)).toMatchObject({ told_where: true });
  expect(await notifications(desktop.app)).toHaveLength(1);
  expect(await boxes()).toEqual([]);

  // With nothing in progress, Quit asks nothing either: the box's answer would keep Galley running.
  const ended = once(desktop.process, "exit");
  await clickMenuItem(desktop.app, "quit");
  expect(await ended).toEqual([0, null]);
});

test("without a tray icon, asks on close until told not to", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: macOS and Windows always have a place for icons.
  test.skip(process.platform !== "linux", "macOS and Windows always have a place for icons");
  const first = await launchDesktop({ dataDir, env: GNOME });
  const asked = await answerBoxes(first.app, KEEP);
  await closeWindow(first.app);
  await expect.poll(asked).toMatchObject([
    {
      message: "Galley goes on working without its window.",
      buttons: ["Keep running", "Quit"],
      checkboxLabel: "Do not ask again",
    },
  ]);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  const show = () => first.app.evaluate(({ app }) => void app.emit("activate"));
  await Promise.all([first.app.waitForEvent("window"), show()]);
  await answerBoxes(first.app, KEEP, true);
  await closeWindow(first.app);
  await expect.poll(() => kept(dataDir)).toMatchObject({ when_closed: "keep" });
  expect(await notifications(first.app)).toEqual([]);

  await Promise.all([first.app.waitForEvent("window"), show()]);
  const silent = await answerBoxes(first.app, QUIT);
  await closeWindow(first.app);
  await expect.poll(() => notifications(first.app)).toHaveLength(1);
  expect(await silent()).toEqual([]);

  await clickMenuItem(first.app, "quit-when-closed");
  await expect.poll(() => kept(dataDir)).toMatchObject({ when_closed: "quit" });
  await Promise.all([first.app.waitForEvent("window"), show()]);
  const ended = once(first.process, "exit");
  await closeWindow(first.app).catch(() => undefined);
  expect(await ended).toEqual([0, null]);
});
