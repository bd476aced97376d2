/** The menu bar: what the keyboard needs, and nothing that leaves the console. */
import { app, Menu, type MenuItemConstructorOptions } from "electron";

/** @param dataItems of the data folder */
export function showApplicationMenu(dataItems: MenuItemConstructorOptions[]): void {
  const application: MenuItemConstructorOptions[] =
    process.platform === "darwin"
      ? [{ role: "appMenu" }, { label: "&File", submenu: [...dataItems, { type: "separator" }, { role: "close" }] }]
      : [{ label: "&Galley", submenu: [...dataItems, { type: "separator" }, { role: "close" }, { role: "quit" }] }];
  const view: MenuItemConstructorOptions[] = [
    { role: "reload" },
    { type: "separator" },
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
    ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...application,
      { role: "editMenu" },
      { label: "&View", submenu: view },
      { role: "windowMenu" },
    ]),
  );
}
