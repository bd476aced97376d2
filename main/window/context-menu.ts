/** The menu of the right mouse button and of the keyboard's menu key: what can be done with words and links. */
import { type BrowserWindow, clipboard, Menu, type MenuItemConstructorOptions } from "electron";
import { browserAddress } from "../browser-address.ts";
import type { OpenLink } from "../guards.ts";

/** Shown where it has something to offer. There is no "inspect" in it. */
export function showContextMenus(window: BrowserWindow, openLink: OpenLink): void {
  const contents = window.webContents;
  contents.on(
    "context-menu",
    (_event, { linkURL, isEditable, selectionText, editFlags, frame, x, y, menuSourceType }) => {
      const items: MenuItemConstructorOptions[] = [];
      if (browserAddress(linkURL) !== null)
        items.push(
          { label: "Open in the browser", click: () => openLink(linkURL) },
          { label: "Copy URL", click: () => void clipboard.writeText(linkURL) },
        );
      const edit: MenuItemConstructorOptions[] = [];
      if (isEditable) edit.push({ label: "Cut", enabled: editFlags.canCut, click: () => contents.cut() });
      if (isEditable || selectionText.trim() !== "")
        edit.push({ label: "Copy", enabled: editFlags.canCopy, click: () => contents.copy() });
      if (isEditable) edit.push({ label: "Paste", enabled: editFlags.canPaste, click: () => contents.paste() });
      if (isEditable || edit.length > 0)
        edit.push({ label: "Select all", enabled: editFlags.canSelectAll, click: () => contents.selectAll() });
      if (items.length > 0 && edit.length > 0) items.push({ type: "separator" });
      items.push(...edit);
      if (items.length === 0) return;
      const place = { window, x, y, sourceType: menuSourceType };
      Menu.buildFromTemplate(items).popup(frame === null ? place : { ...place, frame });
    },
  );
}
