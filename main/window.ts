/** The window: the console's pages, let in without a login, and unable to become anything else. */
import { app, BrowserWindow, session, type WebContents } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { guardPermissions } from "./guards.ts";
import { iconFile } from "./paths.ts";

/** Kept in memory only: the login ends with the process. */
const PARTITION = "console";

export interface ConsoleWindowOptions {
  consoleUrl: string;
  /** Makes an address that logs in once. */
  consoleLink(): string;
  log: Log;
}

export interface ConsoleWindow {
  /** Brings the window to the front, making it where it was closed. */
  show(): void;
  /** The console may have another address since a restart. */
  follow(consoleUrl: string): void;
}

export function createConsoleWindow({ consoleUrl, consoleLink, log }: ConsoleWindowOptions): ConsoleWindow {
  let { origin } = new URL(consoleUrl);
  const ownSession = session.fromPartition(PARTITION);
  guardPermissions(ownSession, origin);
  let window: BrowserWindow | null = null;

  function load(target: BrowserWindow): void {
    target.loadURL(consoleLink()).catch((error: unknown) => {
      if (!target.isDestroyed()) log.error("The console could not be shown in the window", error);
    });
  }

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      width: 1280,
      height: 820,
      minWidth: 640,
      minHeight: 480,
      show: false,
      title: "Galley",
      icon: iconFile("256x256.png"),
      autoHideMenuBar: true,
      webPreferences: {
        session: ownSession,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        devTools: !app.isPackaged,
      },
    });
    opened.once("ready-to-show", () => opened.show());
    opened.once("closed", () => {
      window = null;
    });
    keepOn(() => origin, opened.webContents);
    opened.webContents.on("render-process-gone", (_event, { reason }) => {
      log.error(`The window's page ended (${reason}); it is loaded again.`);
      load(opened);
    });
    load(opened);
    return opened;
  }

  return {
    show() {
      if (window === null) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    follow(movedTo) {
      const moved = new URL(movedTo);
      if (moved.origin === origin) return;
      origin = moved.origin;
      guardPermissions(ownSession, origin);
      if (window !== null) load(window);
    },
  };
}

/** Neither a link, a script, a form nor a redirect leads the page, or a frame in it, off the console. */
function keepOn(origin: () => string, contents: WebContents): void {
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (URL.parse(event.url)?.origin !== origin()) event.preventDefault();
  };
  contents.on("will-navigate", stay);
  contents.on("will-frame-navigate", stay);
  contents.on("will-redirect", stay);
}
