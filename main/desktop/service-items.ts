/** Menu items of the running service, for tray and menu bar. */
import { clipboard, type MenuItemConstructorOptions } from "electron";
import type { Addresses } from "../../server/config/config.ts";
import type { OpenLink } from "../guards.ts";

export interface ServiceView {
  addresses: Addresses;
  isPaused: boolean;
  startsAtLogin: boolean;
  notifies: boolean;
}

export interface ServiceActions {
  openLink: OpenLink;
  pause(paused: boolean): void;
  startAtLogin(enabled: boolean): void;
  notify(enabled: boolean): void;
}

export function addressItems({ addresses }: ServiceView, { openLink }: ServiceActions): MenuItemConstructorOptions[] {
  const { url, sandboxUrl } = addresses;
  return [
    ...(sandboxUrl === null
      ? []
      : [{ id: "sample", label: "Open the sample site", click: () => openLink(sandboxUrl) }]),
    { id: "copy", label: "Copy URL", click: () => void clipboard.writeText(url) },
  ];
}

export function switchItems(view: ServiceView, actions: ServiceActions): MenuItemConstructorOptions[] {
  const item = (id: string, label: string, checked: boolean, set: (enabled: boolean) => void) =>
    ({ id, label, type: "checkbox", checked, click: () => set(!checked) }) as const;
  return [
    item("pause", "Pause deliveries", view.isPaused, actions.pause),
    item("login", "Start at login", view.startsAtLogin, actions.startAtLogin),
    item("notify", "Show notifications", view.notifies, actions.notify),
  ];
}
