/** The menu bar: what the keyboard needs, what a desktop without a tray has nowhere else, and help. */
import { app, Menu, type MenuItemConstructorOptions } from "electron";
import { addressItems, type ServiceDeeds, type ServiceView, switchItems } from "./service-items.ts";

export interface MenuView extends ServiceView {
  /** Whether closing the window quits; null where that is not to be chosen. */
  quitsWhenClosed: boolean | null;
}

export interface MenuDeeds extends ServiceDeeds {
  /** What can be done with the data folder. */
  dataMenu: MenuItemConstructorOptions[];
  quit(): void;
  quitWhenClosed(wanted: boolean): void;
  openLogFolder(): void;
  saveReport(): void;
  openLicences(): void;
  about(): void;
}

let drawn = "";

/** Drawn where it differs from what is drawn, for an open menu would close under the person's hand; or anew in any case. */
export function showApplicationMenu(view: MenuView, deeds: MenuDeeds, anew: boolean): void {
  const wanted = JSON.stringify(view);
  if (wanted === drawn && !anew) return;
  drawn = wanted;
  const isMac = process.platform === "darwin";
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [applicationMenu(deeds)] : []),
      { label: "&File", submenu: fileItems(view, deeds, isMac) },
      { role: "editMenu" },
      { label: "&View", submenu: viewItems() },
      { role: "windowMenu" },
      { role: "help", label: "&Help", submenu: helpItems(view, deeds, isMac) },
    ]),
  );
}

/** The system's own items, but for those that are ours to answer. */
function applicationMenu({ about, quit }: MenuDeeds): MenuItemConstructorOptions {
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

function fileItems(view: MenuView, deeds: MenuDeeds, isMac: boolean): MenuItemConstructorOptions[] {
  const closing: MenuItemConstructorOptions[] =
    view.quitsWhenClosed === null
      ? []
      : [
          {
            id: "quit-when-closed",
            label: "Quit when the window is closed",
            type: "checkbox",
            checked: view.quitsWhenClosed,
            click: () => deeds.quitWhenClosed(!view.quitsWhenClosed),
          },
        ];
  return [
    ...addressItems(view, deeds),
    { type: "separator" },
    ...switchItems(view, deeds),
    ...closing,
    { type: "separator" },
    ...deeds.dataMenu,
    { type: "separator" },
    { role: "close" },
    ...(isMac ? [] : [{ id: "quit", label: "&Quit Galley", accelerator: "Ctrl+Q", click: deeds.quit }]),
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

function helpItems({ addresses }: MenuView, deeds: MenuDeeds, isMac: boolean): MenuItemConstructorOptions[] {
  const { openLink } = deeds;
  return [
    { id: "docs", label: "Documentation of the API", click: () => openLink(`${addresses.url}/docs`) },
    { id: "guide", label: "Guide for integrators", click: () => openLink(`${addresses.url}/docs/guide`) },
    { type: "separator" },
    { id: "logs", label: "Open the log folder", click: deeds.openLogFolder },
    { id: "report", label: "Save a report for support…", click: deeds.saveReport },
    { type: "separator" },
    { id: "licences", label: "Licences", click: deeds.openLicences },
    ...(isMac ? [] : [{ id: "about", label: "About Galley", click: deeds.about }]),
  ];
}
