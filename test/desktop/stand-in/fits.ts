/**
 * What the stand-in offers has the names that Electron's own types declare: nothing is tested here that the real runtime
 * does not have. The compiler reads this; nothing runs it.
 */
import type * as Electron from "electron";
import type * as StandIn from "./electron.ts";
import type { WebContents } from "./web-contents.ts";

/** Names by which the stand-in's own modules call each other. One that is used by no module may not stand here. */
type Own =
  | ("load" | "becomeReady" | "closeWindows" | "keepSessions" | "tryClose")
  | ("page" | "targetId" | "end" | "resize" | "getLastWebPreferences")
  | ("context" | "keep" | "decidePermissions" | "mayRequest");

/** Names that Electron does not know. */
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
