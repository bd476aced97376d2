/** What the desktop shows of Galley beside its window, and the clicks of a person there. */
import type { ElectronApplication } from "@playwright/test";
import { expect } from "../../support/playwright-expect.ts";

/** Filled by keep-what-is-shown.cjs in the app's process. */
interface Shown {
  tip: string;
  menu: Electron.Menu | null;
  notifications: Electron.Notification[];
  awake: Set<number>;
}
declare global {
  var shown: Shown;
  /** The console's, where it is open. Electron's first window may be another, which nobody sees. */
  var consoleWindow: () => Electron.BrowserWindow | undefined;
  var consoleWindows: () => Electron.BrowserWindow[];
}

/** The first line of the tray's tip, without the name. */
export const trayWords = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => (globalThis.shown.tip.split("\n")[0] ?? "").replace("Galley: ", ""));

export const trayItem = (app: ElectronApplication, id: string) =>
  app.evaluate((_electron, wanted) => {
    const item = globalThis.shown.menu?.getMenuItemById(wanted);
    return item ? { label: item.label, checked: item.checked, enabled: item.enabled } : null;
  }, id);

export const clickTray = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate((_electron, wanted) => void globalThis.shown.menu?.getMenuItemById(wanted)?.click(), id);

export const notifications = (app: ElectronApplication): Promise<{ title: string; body: string }[]> =>
  app.evaluate(() => globalThis.shown.notifications.map(({ title, body }) => ({ title, body })));

export const clickNotification = (app: ElectronApplication, index: number): Promise<void> =>
  app.evaluate((_electron, which) => void globalThis.shown.notifications[which]?.emit("click", {}), index);

export const isKeptAwake = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(() => globalThis.shown.awake.size > 0);

/** Presses a button of every box from now on. Returns what they said so far. */
export async function answerBoxes(app: ElectronApplication, response: number, checkboxChecked = false) {
  const boxes = await app.evaluateHandle(
    ({ dialog }, answer) => {
      const said: { message: string; detail?: string; buttons?: string[] }[] = [];
      Object.assign(dialog, {
        showMessageBox: async (...given: unknown[]) => {
          said.push(given.at(-1) as (typeof said)[number]);
          return answer;
        },
      });
      return said;
    },
    { response, checkboxChecked },
  );
  return () => boxes.jsonValue();
}

/** What links the app has handed to the browser from now on. */
export async function keepLinks(app: ElectronApplication): Promise<() => Promise<string[]>> {
  const links = await app.evaluateHandle(({ shell }) => {
    const opened: string[] = [];
    shell.openExternal = async (url) => void opened.push(url);
    return opened;
  });
  return () => links.jsonValue();
}

/** As the person does; resolves when the app knows that its window is gone. */
export async function closeWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => globalThis.consoleWindow()?.close());
  await expect.poll(() => app.evaluate(() => globalThis.consoleWindows().length)).toBe(0);
}

export const expectTray = (app: ElectronApplication) => expect.poll(() => trayWords(app));
