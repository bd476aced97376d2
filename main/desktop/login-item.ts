/** Whether Galley starts with the person's session: without its window, at work before anybody asks. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { app } from "electron";
import { autostartEntry, programOf, windowsArgument } from "./autostart-entry.ts";

/** Starts without a window. For the shell alone: the service knows no such flag. */
export const HIDDEN = "--hidden";

interface LoginItem {
  isSet(): boolean;
  set(wanted: boolean): void;
}

/** @param args with which it is to be started, as this one was */
export function loginItem(args: string[]): LoginItem {
  const own = process.defaultApp ? [app.getAppPath(), ...args] : args;
  const command = [...own.filter((argument) => argument !== HIDDEN), HIDDEN];
  return process.platform === "linux" ? fileOfSession(command) : settingOfSystem(command);
}

/** With what this start was given, for the next login. @param own arguments that are Galley's */
export function loginArguments(own: string[], dataDir: string): string[] {
  const args = own.filter((argument) => argument !== "--json" && argument !== "--headless");
  const isNamed = own.some((argument) => argument.startsWith("--data-dir")) || process.env.GALLEY_DATA_DIR;
  // The last one counts; the folder that Galley takes by itself is left to it.
  return isNamed ? [...args, `--data-dir=${dataDir}`] : args;
}

/** macOS hands no arguments on, but says how the app was opened. */
export function isHiddenStart(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN) || (process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin);
}

function settingOfSystem(args: string[]): LoginItem {
  const quoted = args.map(windowsArgument);
  return {
    isSet: () => app.getLoginItemSettings({ args: quoted }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args: quoted }),
  };
}

/** Linux: a file in the desktop's autostart folder. An AppImage is mounted elsewhere at each start, so its own file is the program. */
function fileOfSession(args: string[]): LoginItem {
  const folder = path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "autostart");
  const file = path.join(folder, "galley.desktop");
  const program = process.env.APPIMAGE || process.execPath;
  const write = (): void => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, autostartEntry(program, args));
  };
  const entry = readIfThere(file);
  // A newer AppImage beside the older one, which is gone: the person wanted Galley, not that file.
  const before = entry === null ? null : programOf(entry);
  if (before !== null && before !== program && !fs.existsSync(before)) write();
  return {
    isSet() {
      const now = readIfThere(file);
      return now !== null && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(now);
    },
    set(wanted) {
      if (wanted) write();
      else fs.rmSync(file, { force: true });
    },
  };
}

function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
