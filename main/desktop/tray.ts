/** The tray icon: shows the state while the window is closed. */
import { execFile } from "node:child_process";
import { Menu, nativeImage, Tray } from "electron";
import type { ShellState, ShellStateName } from "../../server/admin/shell/shell-view.ts";
import type { Log } from "../../server/core/runtime.ts";
import { iconFile } from "../paths.ts";
import { describeState } from "../texts.ts";
import { addressItems, type ServiceActions, type ServiceView, switchItems } from "./menu.ts";

interface TrayView extends ServiceView {
  state: ShellState;
  isQuitting: boolean;
}

const ICONS: Record<ShellStateName, string> = {
  running: "tray",
  waiting: "tray",
  trouble: "trayTrouble",
  paused: "trayPaused",
};

/** An icon without a reference disappears. */
let tray: Tray | null = null;

/** @returns null if the desktop refuses an icon */
export function createTray(actions: ServiceActions, log: Log) {
  let drawn = { icon: "tray", tip: "", menu: "" };
  try {
    tray = new Tray(iconOf("tray"));
  } catch (error) {
    log.warn(`Could not show a tray icon: ${String(error)}`);
    return null;
  }
  const own = tray;
  own.on("click", actions.showWindow);
  return {
    /** Redraws what has changed; `force` redraws the menu always. */
    show(view: TrayView, force: boolean): void {
      const label = describeState(view.state);
      const tip = `Galley: ${view.isQuitting ? "quits after sending" : label}\n${view.addresses.url}`;
      const icon = ICONS[view.state.state];
      // A redraw closes an open menu and flickers on Linux.
      const menu = JSON.stringify({ ...view, state: label });
      if (icon !== drawn.icon) own.setImage(iconOf(icon));
      if (tip !== drawn.tip) own.setToolTip(tip);
      if (force || menu !== drawn.menu) own.setContextMenu(menuOf(view, label, actions));
      drawn = { icon, tip, menu };
    },
  };
}

function menuOf(view: TrayView, label: string, actions: ServiceActions): Menu {
  const { failed, unfetched } = view.state.deliveries;
  return Menu.buildFromTemplate([
    { id: "state", label, enabled: failed + unfetched > 0, click: actions.showFailures },
    { type: "separator" },
    { id: "open", label: "Open Galley", click: actions.showWindow },
    ...addressItems(view, actions),
    { type: "separator" },
    ...switchItems(view, actions),
    { type: "separator" },
    { id: "quit", label: view.isQuitting ? "Quitting after sending…" : "Quit Galley", click: actions.quit },
  ]);
}

/** Electron uses the @2x file on dense screens; macOS colours a template. */
const iconOf = (name: string) =>
  nativeImage.createFromPath(iconFile(`${name}${process.platform === "darwin" ? "Template" : ""}.png`));

const QUERY_TIMEOUT_MS = 1_500;
/** On Linux, the program that shows tray icons owns this name on the session bus. */
const TRAY_QUERY = [
  "call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus",
  "--method org.freedesktop.DBus.NameHasOwner org.kde.StatusNotifierWatcher",
].flatMap((part) => part.split(" "));

/** Queried late, since the panel may start after Galley. Without the bus, the desktop's name decides: GNOME shows icons on Ubuntu only. */
export function canSeeTray(): Promise<boolean> {
  if (process.platform !== "linux") return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile("gdbus", TRAY_QUERY, { timeout: QUERY_TIMEOUT_MS }, (error, stdout) => {
      if (error === null) resolve(stdout.includes("true"));
      else resolve(showsTray(process.env.XDG_CURRENT_DESKTOP ?? ""));
    });
  });
}

function showsTray(desktops: string): boolean {
  const names = desktops.toLowerCase().split(":");
  return !names.includes("gnome") || names.includes("ubuntu");
}
