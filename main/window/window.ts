/** The window: shows only the console's pages and logs in automatically. */

import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  type MenuItemConstructorOptions,
  type MessageBoxOptions,
  nativeTheme,
  type Session,
  screen,
  type WebContents,
} from "electron";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { guardPermissions, type OpenLink, restrictTraffic } from "../guards.ts";
import { iconFile } from "../paths.ts";
import { browserUrl } from "../texts.ts";
import { handleDownloads } from "./downloads.ts";
import { type PageWatchOptions, watchPage } from "./page-watch.ts";

/** After this time, the window appears even if its page has not loaded. */
const SHOWN_WITHIN_MS = 4_000;

interface ConsoleWindowOptions extends Omit<PageWatchOptions, "window" | "ask"> {
  session: Session;
  consoleUrl: string;
  openLink: OpenLink;
}

export interface ConsoleWindow {
  show(): void;
  showAt(path: string): void;
  /** A restart may change the console's URL. */
  follow(consoleUrl: string): void;
}

export function createConsoleWindow(options: ConsoleWindowOptions): ConsoleWindow {
  const { session, openLink, clock, log } = options;
  let { origin } = new URL(options.consoleUrl);
  let window: BrowserWindow | null = null;
  let load = (): void => {};
  restrictTraffic(session, () => origin);
  guardPermissions(session, origin);
  logCrashedProcesses(log);
  handleDownloads({ session, origin: () => origin, window: () => window, log });
  nativeTheme.on("updated", () => window?.setBackgroundColor(paper()));

  function open(): BrowserWindow {
    const { width, height } = screen.getPrimaryDisplay().workAreaSize;
    const opened = new BrowserWindow({
      width: Math.min(1280, width),
      height: Math.min(820, height),
      minWidth: 640,
      minHeight: 480,
      // Electron stores position, size, maximised and full screen under this name, and restores them on a connected screen.
      name: "console",
      windowStatePersistence: true,
      show: false,
      backgroundColor: paper(),
      title: "Galley",
      icon: iconFile("256x256.png"),
      webPreferences: {
        session,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        devTools: !app.isPackaged,
      },
    });
    showWhenReady(opened, clock);
    opened.once("closed", () => {
      window = null;
    });
    blockNavigation(() => origin, opened.webContents);
    showContextMenus(opened, openLink);
    const ask = (over: BrowserWindow, box: MessageBoxOptions) => dialog.showMessageBox(over, box);
    load = watchPage({ ...options, window: opened, ask });
    load();
    return opened;
  }

  function show(): BrowserWindow {
    if (window === null) {
      window = open();
      return window;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    return window;
  }

  return {
    show: () => void show(),
    showAt(path) {
      const isNew = window === null;
      const { webContents } = show();
      const go = (): void => {
        goTo(webContents, origin, path).catch((error: unknown) => {
          if (!webContents.isDestroyed()) log.warn(`The window could not open ${path}: ${String(error)}`);
        });
      };
      if (isNew || webContents.isLoadingMainFrame()) webContents.once("did-finish-load", go);
      else go();
    },
    follow(movedTo) {
      const moved = new URL(movedTo);
      if (moved.origin === origin) return;
      origin = moved.origin;
      guardPermissions(session, origin);
      if (window !== null) load();
    },
  };
}

/** Logs the first crash of each helper process. Chromium restarts them; a bad driver can crash one every second. */
function logCrashedProcesses(log: Log): void {
  const logged = new Set<string>();
  app.on("child-process-gone", (_event, { type, name = type, reason }) => {
    if (reason === "clean-exit" || logged.has(name)) return;
    logged.add(name);
    log.warn(`Chromium's process "${name}" crashed (${reason}) and restarts. Its further crashes are not logged.`);
  });
}

/** `--page-background` of renderer/shared/tokens.css; a test compares them. */
const paper = (): string => (nativeTheme.shouldUseDarkColors ? "#171614" : "#f6f4ee");

function showWhenReady(window: BrowserWindow, clock: Clock): void {
  let shown = false;
  const show = (): void => {
    stopWaiting();
    if (shown || window.isDestroyed()) return;
    shown = true;
    window.show();
  };
  const stopWaiting = clock.after(SHOWN_WITHIN_MS, show);
  window.once("ready-to-show", show);
}

/** Blocks links, scripts, forms and redirects that would take the page, or a frame in it, away from the console. */
function blockNavigation(origin: () => string, contents: WebContents): void {
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (URL.parse(event.url)?.origin !== origin()) event.preventDefault();
  };
  contents.on("will-navigate", stay);
  contents.on("will-frame-navigate", stay);
  contents.on("will-redirect", stay);
}

function showContextMenus(window: BrowserWindow, openLink: OpenLink): void {
  const contents = window.webContents;
  contents.on(
    "context-menu",
    (_event, { linkURL, isEditable, selectionText, editFlags, frame, x, y, menuSourceType }) => {
      const items: MenuItemConstructorOptions[] = [];
      if (browserUrl(linkURL) !== null)
        items.push(
          { label: "Open in browser", click: () => openLink(linkURL) },
          { label: "Copy URL", click: () => void clipboard.writeText(linkURL) },
        );
      const edit: MenuItemConstructorOptions[] = [];
      if (isEditable) edit.push({ label: "Cut", enabled: editFlags.canCut, click: () => contents.cut() });
      if (isEditable || selectionText.trim() !== "")
        edit.push({ label: "Copy", enabled: editFlags.canCopy, click: () => contents.copy() });
      if (isEditable) edit.push({ label: "Paste", enabled: editFlags.canPaste, click: () => contents.paste() });
      if (isEditable || edit.length > 0)
        edit.push({ label: "Select all", enabled: editFlags.canSelectAll, click: () => contents.selectAll() });
      if (items.length > 0 && edit.length > 0) items.push({ type: "separator" });
      items.push(...edit);
      if (items.length === 0) return;
      const place = { window, x, y, sourceType: menuSourceType };
      Menu.buildFromTemplate(items).popup(frame === null ? place : { ...place, frame });
    },
  );
}

/** Sets the page's fragment, which its router follows (renderer/console/lib/router.tsx). @param origin of the console */
async function goTo(contents: WebContents, origin: string, path: string): Promise<void> {
  const at = URL.parse(contents.getURL());
  const page = at?.origin === origin ? `${at.origin}${at.pathname}${at.search}` : `${origin}/`;
  await contents.loadURL(`${page}#go=${encodeURIComponent(path)}`);
}
