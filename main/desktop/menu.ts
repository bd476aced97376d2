/** The menu bar: keyboard shortcuts, the items of the tray, and help. */
import { app, Menu, type MenuItemConstructorOptions } from "electron";
import { addressItems, type ServiceActions, type ServiceView, switchItems } from "./service-items.ts";

interface MenuView extends ServiceView {
  /** Whether closing the window quits; null where the menu does not offer it. */
  quitsWhenClosed: boolean | null;
}

export interface MenuActions extends ServiceActions {
  dataMenu: MenuItemConstructorOptions[];
  quit(): void;
  quitWhenClosed(enabled: boolean): void;
  openLogFolder(): void;
  saveReport(): void;
  openLicences(): void;
  about(): void;
}

let drawn = "";

/** Redraws the menu only if it differs, because a redraw closes an open menu; `force` redraws it always. */
export function showApplicationMenu(view: MenuView, actions: MenuActions, force: boolean): void {
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
function applicationMenu({ about, quit }: MenuActions): MenuItemConstructorOptions {
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

function fileItems(view: MenuView, actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
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

function helpItems({ addresses }: MenuView, actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
  const { openLink } = actions;
  return [
    { id: "docs", label: "API reference", click: () => openLink(`${addresses.url}/docs`) },
    { id: "guide", label: "Guide for integrators", click: () => openLink(`${addresses.url}/docs/guide`) },
    { type: "separator" },
    { id: "logs", label: "Open the log folder", click: actions.openLogFolder },
    { id: "report", label: "Save a report for support…", click: actions.saveReport },
    { type: "separator" },
    { id: "licences", label: "Licences", click: actions.openLicences },
    ...(isMac ? [] : [{ id: "about", label: "About Galley", click: actions.about }]),
  ];
}
