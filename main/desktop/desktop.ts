/** Tray, menu bar, notifications, quitting and sleep, all from one view of the service. */
import path from "node:path";
import { app, dialog, type MenuItemConstructorOptions } from "electron";
import type { ShellFollower, ShellState } from "../../server/admin/shell/shell-view.ts";
import type { Addresses } from "../../server/config/config.ts";
import { systemClock } from "../../server/core/runtime.ts";
import type { RestartingAppliance } from "../../server/restarting-appliance.ts";
import type { KeptLog } from "../../server/storage/kept-log.ts";
import { openFolder } from "../boxes.ts";
import type { OpenLink } from "../guards.ts";
import { preventSleep } from "../lifecycle.ts";
import { downloadsUnderWay } from "../window/downloads.ts";
import type { ConsoleWindow } from "../window/window.ts";
import { saveSupportReport, showAbout } from "./about.ts";
import { createQuitting, explainClosedWindow } from "./closing.ts";
import { loginItem } from "./login-item.ts";
import { type ServiceActions, showApplicationMenu } from "./menu.ts";
import { createNotifier } from "./notifications.ts";
import { openPreferences } from "./preferences.ts";
import { canSeeTray, createTray } from "./tray.ts";

interface DesktopShellOptions {
  appliance: Pick<RestartingAppliance, "shell" | "settled">;
  window: Pick<ConsoleWindow, "show" | "showAt">;
  addresses: Addresses;
  openLink: OpenLink;
  dataDir: string;
  dataMenu: MenuItemConstructorOptions[];
  /** Arguments of this start, reused by the start at login. */
  args: string[];
  log: KeptLog;
}

export interface DesktopShell extends ShellFollower {
  /** A restart may change the service's URLs. */
  follow(addresses: Addresses): void;
  quit(): void;
}

export function openDesktopShell({
  appliance,
  window,
  addresses,
  openLink,
  dataDir,
  dataMenu,
  args,
  log,
}: DesktopShellOptions): DesktopShell {
  const clock = systemClock;
  let at = addresses;
  let state = appliance.shell.state();
  const preferences = openPreferences(path.join(dataDir, "desktop", "shell.json"), log, () => draw());
  const notifier = createNotifier({
    clock,
    log,
    isEnabled: () => preferences.get().notifications,
    showAt: window.showAt,
  });
  const login = loginItem(args);
  const awake = preventSleep(clock);
  const quitting = createQuitting({
    clock,
    log,
    state: () => appliance.shell.state(),
    downloads: downloadsUnderWay,
    onWaiting: () => draw(),
  });

  const attempt = (task: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      log.error(`Could not ${task}`, error);
      dialog.showErrorBox(`Could not ${task}`, `${(error as Error).message} Nothing was changed. Try again.`);
    }
    draw(true);
  };
  const makeReport = async () => {
    await appliance.settled();
    return appliance.shell.supportBundle();
  };
  const actions: ServiceActions = {
    openLink,
    dataMenu,
    showWindow: window.show,
    showFailures: () => window.showAt(appliance.shell.failures),
    quit: quitting.ask,
    // A click during a restart takes effect after it.
    pause: async (paused) => {
      await appliance.settled();
      attempt(paused ? "hold deliveries" : "release deliveries", () => appliance.shell.pauseDeliveries(paused));
    },
    startAtLogin: (enabled) => attempt("change “Start at login”", () => login.set(enabled)),
    notify: (notifications) => preferences.set({ notifications }),
    quitWhenClosed: (enabled) => preferences.set({ when_closed: enabled ? "quit" : "keep" }),
    openLogFolder: () => void openFolder(path.join(dataDir, "logs"), log),
    saveReport: () => void saveSupportReport(makeReport, log),
    openLicences: () => openLink(`${at.consoleUrl}/licences.txt`),
    about: () => showAbout(appliance.shell.versions(), () => actions.openLicences()),
  };
  const tray = createTray(actions, log);

  /** @param force redraws without a known change, since a click ticks a menu item on its own */
  function draw(force = false): void {
    const { notifications, when_closed } = preferences.get();
    const service = {
      addresses: at,
      isPaused: state.state === "paused",
      startsAtLogin: login.isSet(),
      notifies: notifications,
    };
    tray?.show({ ...service, state, isQuitting: quitting.isWaiting() }, force);
    const quitsWhenClosed = process.platform === "linux" ? when_closed === "quit" : null;
    showApplicationMenu({ ...service, quitsWhenClosed }, actions, force);
  }

  // macOS can also show its own About panel.
  app.setAboutPanelOptions({ applicationName: "Galley", applicationVersion: app.getVersion(), version: "" });
  explainClosedWindow({
    preferences,
    notifier,
    hasTray: async () => tray !== null && (await canSeeTray()),
    showWindow: window.show,
    quit: quitting.ask,
  });
  awake(state);
  draw();
  return {
    quit: quitting.ask,
    stateChanged(now: ShellState) {
      state = now;
      awake(now);
      quitting.stateChanged(now);
      draw();
    },
    noticed: notifier.noticed,
    follow(now) {
      at = now;
      draw();
    },
  };
}
