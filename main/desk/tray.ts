/** The icon beside the clock: Galley goes on running there while its window is closed, and says how it stands. */
import { Menu, nativeImage, Tray } from "electron";
import type { ShellState, ShellStateName } from "../../server/admin/shell/shell-view.ts";
import type { Log } from "../../server/core/runtime.ts";
import { iconFile } from "../paths.ts";
import { addressItems, type ServiceDeeds, type ServiceView, switchItems } from "./service-items.ts";
import { standing } from "./words.ts";

export interface TrayView extends ServiceView {
  state: ShellState;
  /** Galley quits as soon as everything is sent. */
  isQuitting: boolean;
}

export interface TrayDeeds extends ServiceDeeds {
  showWindow(): void;
  /** In the window, what failed. */
  showFailures(): void;
  quit(): void;
}

export interface GalleyTray {
  /** Draws what differs from what is drawn; the menu in any case where it is to be drawn anew. */
  show(view: TrayView, anew: boolean): void;
}

const ICONS: Record<ShellStateName, string> = {
  running: "tray",
  waiting: "tray",
  trouble: "trayTrouble",
  paused: "trayPaused",
};

/** Referred to for as long as the process lives: an icon without a reference disappears. */
let tray: Tray | null = null;

/** Null where the desktop refuses one. */
export function createTray(deeds: TrayDeeds, log: Log): GalleyTray | null {
  let drawn = { icon: "tray", tip: "", menu: "" };
  try {
    tray = new Tray(iconOf("tray"));
  } catch (error) {
    log.warn(`There is no icon beside the clock: ${String(error)}`);
    return null;
  }
  const own = tray;
  own.on("click", deeds.showWindow);
  return {
    show(view, anew) {
      const words = standing(view.state);
      const tip = `Galley: ${view.isQuitting ? "quits when all is sent" : words}\n${view.addresses.url}`;
      const icon = ICONS[view.state.state];
      // A menu that is open would close under the person's hand, and on Linux it flickers: only where it says something else.
      const menu = JSON.stringify({ ...view, state: words });
      if (icon !== drawn.icon) own.setImage(iconOf(icon));
      if (tip !== drawn.tip) own.setToolTip(tip);
      if (anew || menu !== drawn.menu) own.setContextMenu(menuOf(view, words, deeds));
      drawn = { icon, tip, menu };
    },
  };
}

function menuOf(view: TrayView, words: string, deeds: TrayDeeds): Menu {
  const { failed, unfetched } = view.state.deliveries;
  return Menu.buildFromTemplate([
    { id: "state", label: words, enabled: failed + unfetched > 0, click: deeds.showFailures },
    { type: "separator" },
    { id: "open", label: "Open Galley", click: deeds.showWindow },
    ...addressItems(view, deeds),
    { type: "separator" },
    ...switchItems(view, deeds),
    { type: "separator" },
    { id: "quit", label: view.isQuitting ? "Quitting when all is sent…" : "Quit Galley", click: deeds.quit },
  ]);
}

/** Electron takes the file with @2x in its name by itself where the screen is dense; macOS colours a template. */
const iconOf = (name: string) =>
  nativeImage.createFromPath(iconFile(`${name}${process.platform === "darwin" ? "Template" : ""}.png`));
