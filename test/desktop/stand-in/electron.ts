/**
 * A module in the place of `electron`, for machines where the runtime is not to be had: it runs the shell's main
 * bundle unmodified on plain Node, and its windows are pages of the system's Chromium.
 *
 * It cannot stand in for, and so its runs say nothing about: context isolation and the renderer sandbox; permission
 * prompts as Chromium would raise them (they are decided beforehand, by the app's handlers); tray, menus, dialogs and
 * notifications on screen; a window's frame, and the flash before its first picture; what Electron's Chromium sends by
 * itself, and switches that the app sets for it; the strength of safeStorage; the operating system's single-instance lock; power events;
 * fuses; reading from app.asar; Electron's own Chromium and Node builds.
 */
export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export {
  clipboard,
  dialog,
  ipcMain,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from "./desktop-parts.ts";
export { Menu, MenuItem } from "./menu.ts";
export { safeStorage } from "./safe-storage.ts";
export { session } from "./session.ts";
export { webContents } from "./web-contents.ts";
