/** Starts Galley at login, without its window. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { app } from "electron";

/** Starts without a window. A flag of the desktop app only, not of the service. */
export const HIDDEN_FLAG = "--hidden";

interface LoginItem {
  isSet(): boolean;
  set(enabled: boolean): void;
}

/** @param args arguments of this start, reused at login */
export function loginItem(args: string[]): LoginItem {
  const own = process.defaultApp ? [app.getAppPath(), ...args] : args;
  const command = [...own.filter((argument) => argument !== HIDDEN_FLAG), HIDDEN_FLAG];
  return process.platform === "linux" ? fileOfSession(command) : settingOfSystem(command);
}

/** Arguments for the start at login. @param own Galley's arguments of this start */
export function loginArguments(own: string[], dataDir: string): string[] {
  const args = own.filter((argument) => argument !== "--json" && argument !== "--headless");
  const isNamed = own.some((argument) => argument.startsWith("--data-dir")) || process.env.GALLEY_DATA_DIR;
  // The last --data-dir wins; the standard folder is not written out.
  return isNamed ? [...args, `--data-dir=${dataDir}`] : args;
}

/** macOS passes no arguments, but reports how the app was opened. */
export function isHiddenStart(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_FLAG) || (process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin);
}

function settingOfSystem(args: string[]): LoginItem {
  const quoted = args.map(windowsArgument);
  return {
    isSet: () => app.getLoginItemSettings({ args: quoted }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args: quoted }),
  };
}

/** Linux: a file in the desktop's autostart folder. An AppImage's mount point changes, so the entry names the image file. */
function fileOfSession(args: string[]): LoginItem {
  const folder = path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "autostart");
  const file = path.join(folder, "galley.desktop");
  const program = process.env.APPIMAGE || process.execPath;
  const write = (): void => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, autostartEntry(program, args));
  };
  const entry = readIfPresent(file);
  // The user has replaced the AppImage by a newer file.
  const before = entry === null ? null : programOf(entry);
  if (before !== null && before !== program && !fs.existsSync(before)) write();
  return {
    isSet() {
      const now = readIfPresent(file);
      return now !== null && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(now);
    },
    set(enabled) {
      if (enabled) write();
      else fs.rmSync(file, { force: true });
    },
  };
}

function readIfPresent(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export function autostartEntry(program: string, args: string[]): string {
  const lines = [
    "[Desktop Entry]",
    "Type=Application",
    "Version=1.0",
    "Name=Galley",
    "Comment=Starts Galley without its window",
    // Desktops ignore an entry whose program no longer exists.
    `TryExec=${escapeValue(program)}`,
    `Exec=${escapeValue([program, ...args].map(quoteForExec).join(" "))}`,
    "Icon=galley",
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
  ];
  return `${lines.join("\n")}\n`;
}

export function programOf(entry: string): string | null {
  const value = /^TryExec=(.+)$/m.exec(entry)?.[1];
  if (value === undefined) return null;
  const letters: Record<string, string> = { s: " ", n: "\n", t: "\t", r: "\r" };
  return value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter);
}

/** Quotes an argument of Exec: escapes shell characters and doubles `%`, which starts a field code. */
const quoteForExec = (argument: string): string => `"${argument.replace(/["`$\\]/g, "\\$&")}"`.replaceAll("%", "%%");

/** Escapes a value of an entry; arguments of Exec are quoted first. */
const escapeValue = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");

/** Quotes an argument of a Windows command line if needed; doubles backslashes before a quote. */
export function windowsArgument(argument: string): string {
  if (argument !== "" && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&")}"`;
}
