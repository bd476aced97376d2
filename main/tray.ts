/** The icon beside the clock: Galley goes on running there while its window is closed. */
import { app, clipboard, Menu, nativeImage, Tray } from "electron";
import type { Addresses } from "../server/config.ts";
import type { OpenLink } from "./guards.ts";
import { iconFile } from "./paths.ts";

export interface TrayOptions {
  showWindow(): void;
  addresses: Addresses;
  openLink: OpenLink;
}

/** Referred to for as long as the process lives: an icon without a reference disappears. */
let tray: Tray | null = null;

/** Again after a restart, which may have moved an address. */
export function showTray({ showWindow, addresses: { url, sandboxUrl }, openLink }: TrayOptions): void {
  tray?.destroy();
  // Electron takes the file with @2x in its name by itself where the screen is dense; macOS colours a template.
  tray = new Tray(
    nativeImage.createFromPath(iconFile(process.platform === "darwin" ? "trayTemplate.png" : "tray.png")),
  );
  tray.setToolTip(`Galley at ${url}`);
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: "Open Galley", click: showWindow },
      ...(sandboxUrl === null ? [] : [{ label: "Open the sample site", click: () => openLink(sandboxUrl) }]),
      { label: "Copy address", click: () => clipboard.writeText(url) },
      { type: "separator" },
      { label: "Quit Galley", click: () => app.quit() },
    ]),
  );
  tray.on("click", showWindow);
}
