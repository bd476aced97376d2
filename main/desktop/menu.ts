/** The menu bar: keyboard shortcuts, the items that it shares with the tray, and help. */
import { app, clipboard, Menu, type MenuItemConstructorOptions } from "electron";
import type { Addresses } from "../../server/config/config.ts";
import type { OpenLink } from "../guards.ts";

export interface ServiceView {
  addresses: Addresses;
  isPaused: boolean;
  startsAtLogin: boolean;
  notifies: boolean;
}

/** The actions of tray and menu bar. */
export interface ServiceActions {
  openLink: OpenLink;
  dataMenu: MenuItemConstructorOptions[];
  showWindow(): void;
  showFailures(): void;
  pause(paused: boolean): void;
  startAtLogin(enabled: boolean): void;
  notify(enabled: boolean): void;
  quit(): void;
  quitWhenClosed(enabled: boolean): void;
  openLogFolder(): void;
  saveReport(): void;
  openLicences(): void;
  about(): void;
}

interface MenuView extends ServiceView {
  /** Whether closing the window quits; null where the menu does not offer it. */
  quitsWhenClosed: boolean | null;
}

let drawn = "";

/** Redraws the menu only if it differs, because a redraw closes an open menu; `force` redraws it always. */
export function showApplicationMenu(view: MenuView, actions: ServiceActions, force: boolean): void {
  const next = JSON.stringify(view);
  if (next === drawn && !force) return;
  drawn = next;
  const isMac = process.platform === "darwin";
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [applicationMenu(actions)] : []),
      { label: "&File", submenu: fileItems(view, actions, isMac) },
      { role: "editMenu" },
      { label: "&View", submenu: viewItems() },
      { role: "windowMenu" },
      { role: "help", label: "&Help", submenu: helpItems(view, actions, isMac) },
    ]),
  );
}

/** The application menu of macOS, with our own About and Quit. */
function applicationMenu({ about, quit }: ServiceActions): MenuItemConstructorOptions {
  return {
    label: app.name,
    submenu: [
      { id: "about", label: "About Galley", click: about },
      { type: "separator" },
      { role: "services" },
      { type: "separator" },
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      { type: "separator" },
      { id: "quit", label: "Quit Galley", accelerator: "Cmd+Q", click: quit },
    ],
  };
}

function fileItems(view: MenuView, actions: ServiceActions, isMac: boolean): MenuItemConstructorOptions[] {
  const closing: MenuItemConstructorOptions[] =
    view.quitsWhenClosed === null
      ? []
      : [
          {
            id: "quit-when-closed",
            label: "Quit when the window is closed",
            type: "checkbox",
            checked: view.quitsWhenClosed,
            click: () => actions.quitWhenClosed(!view.quitsWhenClosed),
          },
        ];
  return [
    ...addressItems(view, actions),
    { type: "separator" },
    ...switchItems(view, actions),
    ...closing,
    { type: "separator" },
    ...actions.dataMenu,
    { type: "separator" },
    { role: "close" },
    ...(isMac ? [] : [{ id: "quit", label: "&Quit Galley", accelerator: "Ctrl+Q", click: actions.quit }]),
  ];
}

function viewItems(): MenuItemConstructorOptions[] {
  return [
    { role: "reload" },
    { type: "separator" },
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
    ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
  ];
}

function helpItems({ addresses }: MenuView, actions: ServiceActions, isMac: boolean): MenuItemConstructorOptions[] {
  const { openLink } = actions;
  return [
    { id: "docs", label: "API reference", click: () => openLink(`${addresses.url}/docs`) },
    { id: "guide", label: "Integration guide", click: () => openLink(`${addresses.url}/docs/guide`) },
    { type: "separator" },
    { id: "logs", label: "Open log folder", click: actions.openLogFolder },
    { id: "report", label: "Save support bundle…", click: actions.saveReport },
    { type: "separator" },
    { id: "licences", label: "Licences", click: actions.openLicences },
    ...(isMac ? [] : [{ id: "about", label: "About Galley", click: actions.about }]),
  ];
}

export function addressItems({ addresses }: ServiceView, { openLink }: ServiceActions): MenuItemConstructorOptions[] {
  const { url, sandboxUrl } = addresses;
  return [
    ...(sandboxUrl === null ? [] : [{ id: "sample", label: "Open sample site", click: () => openLink(sandboxUrl) }]),
    { id: "copy", label: "Copy URL", click: () => void clipboard.writeText(url) },
  ];
}

export function switchItems(view: ServiceView, actions: ServiceActions): MenuItemConstructorOptions[] {
  const item = (id: string, label: string, checked: boolean, set: (enabled: boolean) => void) =>
    ({ id, label, type: "checkbox", checked, click: () => set(!checked) }) as const;
  return [
    item("pause", "Hold deliveries", view.isPaused, actions.pause),
    item("login", "Start at login", view.startsAtLogin, actions.startAtLogin),
    item("notify", "Show notifications", view.notifies, actions.notify),
  ];
}
