/** What can be done with the running service, in the tray's menu and, for desktops without a tray, in the menu bar. */
import { clipboard, type MenuItemConstructorOptions } from "electron";
import type { Addresses } from "../../server/config/config.ts";
import type { OpenLink } from "../guards.ts";

/** What the items show. */
export interface ServiceView {
  addresses: Addresses;
  isPaused: boolean;
  startsAtLogin: boolean;
  notifies: boolean;
}

export interface ServiceDeeds {
  openLink: OpenLink;
  pause(paused: boolean): void;
  startAtLogin(wanted: boolean): void;
  notify(wanted: boolean): void;
}

export function addressItems({ addresses }: ServiceView, { openLink }: ServiceDeeds): MenuItemConstructorOptions[] {
  const { url, sandboxUrl } = addresses;
  return [
    ...(sandboxUrl === null
      ? []
      : [{ id: "sample", label: "Open the sample site", click: () => openLink(sandboxUrl) }]),
    { id: "copy", label: "Copy address", click: () => void clipboard.writeText(url) },
  ];
}

export function switchItems(view: ServiceView, deeds: ServiceDeeds): MenuItemConstructorOptions[] {
  const item = (id: string, label: string, checked: boolean, set: (wanted: boolean) => void) =>
    ({ id, label, type: "checkbox", checked, click: () => set(!checked) }) as const;
  return [
    item("pause", "Pause deliveries", view.isPaused, deeds.pause),
    item("login", "Start at login", view.startsAtLogin, deeds.startAtLogin),
    item("notify", "Show notifications", view.notifies, deeds.notify),
  ];
}
