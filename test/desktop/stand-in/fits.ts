/**
 * What the stand-in offers has the names that Electron's own types declare: nothing is tested here that the real runtime
 * does not have. The compiler reads this; nothing runs it.
 */
import type * as Electron from "electron";
import type * as StandIn from "./electron.ts";
import type { WebContents } from "./web-contents.ts";

/**
 * Names that Electron does not know. `Own` are those that the stand-in's own modules call each other by: a name that the
 * compiler finds too many here belongs there, or to nothing that a spec may ask.
 */
type Foreign<Ours, Theirs, Own extends PropertyKey = never> = Exclude<keyof Ours, keyof Theirs | Own>;
type None<Names extends never> = Names;

export type Fits = [
  None<Exclude<keyof typeof StandIn, keyof typeof Electron>>,
  None<Foreign<typeof StandIn.app, typeof Electron.app, "load" | "becomeReady" | "closeWindows" | "keepSessions">>,
  None<Foreign<StandIn.BrowserWindow, Electron.BrowserWindow, "tryClose">>,
  None<Foreign<typeof StandIn.BrowserWindow, typeof Electron.BrowserWindow>>,
  None<Foreign<WebContents, Electron.WebContents, "page" | "targetId" | "resize" | "getLastWebPreferences">>,
  None<Foreign<typeof StandIn.webContents, typeof Electron.webContents>>,
  None<Foreign<typeof StandIn.session, typeof Electron.session>>,
  None<
    Foreign<
      typeof StandIn.session.defaultSession,
      Electron.Session,
      "context" | "keep" | "decidePermissions" | "mayRequest"
    >
  >,
  None<Foreign<StandIn.Menu, Electron.Menu>>,
  None<Foreign<StandIn.Tray, Electron.Tray>>,
  None<Foreign<typeof StandIn.clipboard, typeof Electron.clipboard>>,
  None<Foreign<typeof StandIn.dialog, typeof Electron.dialog>>,
  None<Foreign<typeof StandIn.ipcMain, typeof Electron.ipcMain>>,
  None<Foreign<typeof StandIn.nativeImage, typeof Electron.nativeImage>>,
  None<Foreign<typeof StandIn.nativeTheme, typeof Electron.nativeTheme>>,
  None<Foreign<typeof StandIn.powerMonitor, typeof Electron.powerMonitor>>,
  None<Foreign<typeof StandIn.safeStorage, typeof Electron.safeStorage>>,
  None<Foreign<typeof StandIn.screen, typeof Electron.screen>>,
  None<Foreign<typeof StandIn.shell, typeof Electron.shell>>,
];
