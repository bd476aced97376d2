/** `electron.app`: the life of the process, as far as Galley's shell looks at it. */
import { EventEmitter } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stopChromium } from "./chromium.ts";
import { takeSingleInstanceLock } from "./single-instance.ts";

/** An event that a listener can call off. */
export function preventable(): { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

class App extends EventEmitter {
  readonly isPackaged = false;
  /** Switches that the app sets for Chromium; kept, not obeyed. */
  readonly commandLine = { appendSwitch: () => {} };
  #app = { appPath: process.cwd(), name: "Electron", version: "0.0.0" };
  #paths = new Map<string, string>([
    ["home", os.homedir()],
    ["temp", os.tmpdir()],
    ["documents", os.homedir()],
    ["downloads", os.homedir()],
  ]);
  #ready = Promise.withResolvers<void>();
  #quitting = false;
  #exiting = false;
  #opensAtLogin = false;
  /** Set by browser-window.ts: closes every window, true when none objected. */
  closeWindows: () => Promise<boolean> = async () => true;
  /** Set by session.ts: writes down what outlives the process. */
  keepSessions: () => Promise<void> = async () => {};

  load(loaded: { appPath: string; name: string; version: string }): void {
    this.#app = loaded;
  }
  becomeReady(): void {
    if (this.#quitting) return;
    this.emit("ready", {}, {});
    this.#ready.resolve();
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  getAppPath(): string {
    return this.#app.appPath;
  }
  get name(): string {
    return this.#app.name;
  }
  getVersion(): string {
    return this.#app.version;
  }
  getPath(name: string): string {
    let found = this.#paths.get(name);
    if (found === undefined && name === "userData")
      found = fs.mkdtempSync(path.join(os.tmpdir(), "stand-in-user-data-"));
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    this.#paths.set(name, found);
    return found;
  }
  setPath(name: string, directory: string): void {
    if (!fs.existsSync(directory)) throw new Error(`Failed to set path: ${directory} does not exist`);
    this.#paths.set(name, directory);
  }
  /** Kept, not obeyed: nothing starts a stand-in again. */
  relaunch(): void {}
  setName(): void {}
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  /** As on a system that keeps them; nothing is started by it. */
  setLoginItemSettings({ openAtLogin = false }: { openAtLogin?: boolean }): void {
    this.#opensAtLogin = openAtLogin;
  }
  getLoginItemSettings(): { openAtLogin: boolean; wasOpenedAtLogin: boolean } {
    return { openAtLogin: this.#opensAtLogin, wasOpenedAtLogin: false };
  }
  enableSandbox(): void {}
  configureHostResolver(): void {}
  disableHardwareAcceleration(): void {}
  focus(): void {}
  requestSingleInstanceLock(additionalData: unknown = null): boolean {
    return takeSingleInstanceLock(this.getPath("userData"), additionalData, (argv, workingDirectory, data) => {
      this.emit("second-instance", {}, argv, workingDirectory, data);
    });
  }
  quit(): void {
    void this.#quit();
  }
  async #quit(): Promise<void> {
    if (this.#quitting) return;
    const before = preventable();
    this.emit("before-quit", before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    const will = preventable();
    if (await this.closeWindows()) this.emit("will-quit", will);
    else will.preventDefault();
    if (will.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    this.exit(0);
  }
  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    this.#quitting = true;
    this.emit("quit", {}, code);
    const say = (error: unknown) => void process.stderr.write(`stand-in: ${String(error)}\n`);
    // Electron runs no more of the app's code from here on: what Playwright throws while its browser ends is not for the
    // app's own watch over errors, which would write a report of a crash and end with another code.
    for (const event of ["uncaughtException", "unhandledRejection"] as const)
      process.removeAllListeners(event).on(event, say);
    // Ctrl-C has ended Chromium already.
    const kept = this.keepSessions().catch(say);
    void kept
      .then(stopChromium)
      .catch(say)
      .then(() => process.exit(code));
  }
}

export const app = new App();
