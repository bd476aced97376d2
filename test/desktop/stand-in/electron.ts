/**
 * Replaces the module `electron` on machines without the runtime: runs the app's main bundle unmodified on plain Node, with
 * pages of the system's Chromium as windows.
 *
 * It does not cover: context isolation and the renderer sandbox; Chromium's permission prompts (the app's handlers decide in
 * advance); blocked redirects and frames; the progress of downloads; tray, menus, dialogs and notifications on screen; a window's
 * frame and first paint; background requests of Electron's Chromium and the app's switches for it; the strength of
 * safeStorage; the system's single-instance lock; power events; fuses; reading from app.asar; Electron's own builds of Chromium and Node.
 */
export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export * from "./desktop-parts.ts";
export { session } from "./session.ts";
export { webContents } from "./web-contents.ts";
