/** Reads and clicks what the desktop shows outside Galley's window. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ElectronApplication } from "@playwright/test";
import { expect } from "../../support/playwright-expect.ts";

/** Filled by record-shown.cjs in the app's process. */
interface Shown {
  tip: string;
  menu: Electron.Menu | null;
  notifications: Electron.Notification[];
  awake: Set<number>;
}
declare global {
  var shown: Shown;
  /** The console's window if it is open. Electron's first window may be a hidden one. */
  var consoleWindow: () => Electron.BrowserWindow | undefined;
  var consoleWindows: () => Electron.BrowserWindow[];
}

/** The first line of the tray's tooltip, without the name. */
const trayState = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => (globalThis.shown.tip.split("\n")[0] ?? "").replace("Galley: ", ""));

export const trayItem = (app: ElectronApplication, id: string) =>
  app.evaluate((_electron, itemId) => {
    const item = globalThis.shown.menu?.getMenuItemById(itemId);
    return item ? { label: item.label, checked: item.checked, enabled: item.enabled } : null;
  }, id);

export const clickTray = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate((_electron, itemId) => void globalThis.shown.menu?.getMenuItemById(itemId)?.click(), id);

export const notifications = (app: ElectronApplication): Promise<{ title: string; body: string }[]> =>
  app.evaluate(() => globalThis.shown.notifications.map(({ title, body }) => ({ title, body })));

export const clickNotification = (app: ElectronApplication, index: number): Promise<void> =>
  app.evaluate((_electron, which) => void globalThis.shown.notifications[which]?.emit("click", {}), index);

export const isKeptAwake = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(() => globalThis.shown.awake.size > 0);

/** Presses a button of every following box. Returns the boxes so far. */
export async function chooseInBoxes(app: ElectronApplication, response: number, checkboxChecked = false) {
  const boxes = await app.evaluateHandle(
    ({ dialog }, choice) => {
      const shown: { message: string; detail?: string; buttons?: string[] }[] = [];
      Object.assign(dialog, {
        showMessageBox: async (...given: unknown[]) => {
          shown.push(given.at(-1) as (typeof shown)[number]);
          return choice;
        },
      });
      return shown;
    },
    { response, checkboxChecked },
  );
  return () => boxes.jsonValue();
}

/** Records the links that the app opens in the browser. */
export async function keepLinks(app: ElectronApplication): Promise<() => Promise<string[]>> {
  const links = await app.evaluateHandle(({ shell }) => {
    const opened: string[] = [];
    shell.openExternal = async (url) => void opened.push(url);
    return opened;
  });
  return () => links.jsonValue();
}

/** Closes the window like the user. Resolves when the app has removed it. */
export async function closeWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => globalThis.consoleWindow()?.close());
  await expect.poll(() => app.evaluate(() => globalThis.consoleWindows().length)).toBe(0);
}

export const expectTray = (app: ElectronApplication) => expect.poll(() => trayState(app));

export const clickMenuItem = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, itemId) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(itemId);
    if (item === null || item === undefined) throw new Error(`The menu has no item ${itemId}`);
    item.click();
  }, id);

/**
 * Presses these buttons in order, each in the next box that has it, and cancels any other box. Returns the texts of the boxes so far.
 */
export async function pressButtons(app: ElectronApplication, labels: string[]): Promise<() => Promise<string[]>> {
  const texts = await app.evaluateHandle(({ dialog }, all) => {
    const messages: string[] = [];
    const left = [...all];
    Object.assign(dialog, {
      async showMessageBox(...given: unknown[]) {
        const options = given.at(-1) as Electron.MessageBoxOptions;
        messages.push(`${options.message} ${options.detail ?? ""}`);
        const { buttons = [], cancelId = 0 } = options;
        const response = buttons.indexOf(left[0] ?? "");
        if (response >= 0) left.shift();
        return { response: response >= 0 ? response : cancelId, checkboxChecked: false };
      },
    });
    return messages;
  }, labels);
  return () => texts.jsonValue();
}

/** Prevents a new process when the app restarts, and writes its arguments to stderr instead. */
export async function recordRestart({ app, process: child }: { app: ElectronApplication; process: ChildProcess }) {
  const output = { stderr: "" };
  child.stderr?.on("data", (data) => (output.stderr += data));
  await app.evaluate(({ app: own }) => {
    own.relaunch = (options) => void process.stderr.write(`starts again with ${options?.args?.join(" ")}\n`);
  });
  return output;
}

/** Runs an action that ends the app. @returns the exit code and the signal */
export async function exitAfter(child: ChildProcess, action: () => unknown): Promise<unknown[]> {
  const ended = once(child, "exit");
  await action();
  return ended;
}
