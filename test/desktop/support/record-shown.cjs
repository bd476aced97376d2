/**
 * Loaded with `-r` before the app: records the contents of tray and notifications, which Electron cannot return. Specs read
 * them with `app.evaluate(() => globalThis.shown)`.
 */
const { BrowserWindow, Notification, Tray, powerSaveBlocker, session } = require("electron");

/** @type {{ icon: string[], tip: string, menu: Electron.Menu | null, menus: number, notifications: Electron.Notification[], awake: Set<number> }} */
const shown = { icon: [], tip: "", menu: null, menus: 0, notifications: [], awake: new Set() };
/** Windows with pages of the console; on Windows there is also a hidden one. */
const consoleWindows = () =>
  BrowserWindow.getAllWindows().filter(({ webContents }) => webContents.session !== session.defaultSession);
const consoleWindow = () => consoleWindows()[0];
Object.assign(globalThis, { shown, consoleWindow, consoleWindows });

/**
 * @param {any} holder
 * @param {string} name
 * @param {(argument: any, result: any) => void} record
 */
function listen(holder, name, record) {
  const own = holder[name];
  holder[name] = function (/** @type {any[]} */ ...args) {
    const result = own.apply(this, args);
    record.call(this, args[0], result);
    return result;
  };
}

listen(Tray.prototype, "setToolTip", (tip) => {
  shown.tip = tip;
});
listen(Tray.prototype, "setContextMenu", (menu) => {
  shown.menu = menu;
  shown.menus += 1;
});
listen(Notification.prototype, "show", function () {
  // @ts-expect-error the notification itself
  shown.notifications.push(this);
});
listen(powerSaveBlocker, "start", (_type, id) => shown.awake.add(id));
listen(powerSaveBlocker, "stop", (id) => shown.awake.delete(id));
