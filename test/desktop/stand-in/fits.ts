/**
 * Checks at compile time that the stand-in only has names of Electron's own types, so that no test uses a part that the real
 * runtime lacks.
 */
import type * as Electron from "electron";
import type * as StandIn from "./electron.ts";
import type { WebContents } from "./web-contents.ts";

/** Names that the stand-in's modules use among themselves. Remove unused ones. */
type Own =
  | ("load" | "becomeReady" | "closeWindows" | "keepSessions" | "tryClose")
  | ("page" | "targetId" | "end" | "resize" | "getLastWebPreferences")
  | ("context" | "keep" | "decidePermissions" | "mayRequest");

/** Names that Electron does not have. */
type Foreign<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs | Own>;
type None<Names extends never> = Names;

export type Fits = [
  None<Exclude<keyof typeof StandIn, keyof typeof Electron>>,
  None<
    { [Part in keyof typeof StandIn]: Foreign<(typeof StandIn)[Part], (typeof Electron)[Part]> }[keyof typeof StandIn]
  >,
  None<Foreign<StandIn.BrowserWindow, Electron.BrowserWindow>>,
  None<Foreign<WebContents, Electron.WebContents>>,
  None<Foreign<typeof StandIn.session.defaultSession, Electron.Session>>,
  None<Foreign<StandIn.Menu, Electron.Menu>>,
  None<Foreign<StandIn.Tray, Electron.Tray>>,
];
