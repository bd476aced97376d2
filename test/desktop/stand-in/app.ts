/** `electron.app`: the parts of the process's life that Galley uses. */

import { spawnSync } from "node:child_process";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/** An event that a listener can cancel. */
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
  /** Switches for Chromium; ignored. */
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
  /** Set by browser-window.ts: closes every window; false if one cancels. */
  closeWindows: () => Promise<boolean> = async () => true;
  /** Set by session.ts: saves data that outlives the process, and ends Chromium. */
  endChromium: () => Promise<void> = async () => {};

  load(loaded: { appPath: string; name: string; version: string }): void {
    this.#app = loaded;
  }
  becomeReady(): void {
    if (this.#quitting) return;
    this.emit("ready", {}, {});
    this.#ready.resolve();
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  getAppPath = (): string => this.#app.appPath;
  get name(): string {
    return this.#app.name;
  }
  getVersion = (): string => this.#app.version;
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
  /** Ignored: the stand-in does not restart. */
  relaunch(): void {}
  setName(): void {}
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  /** Remembered, but without effect. */
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
  quit = (): void => void this.#quit();
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
    const print = (error: unknown) => void process.stderr.write(`stand-in: ${String(error)}\n`);
    // Electron runs no app code after this point. The app's own handlers would report errors of Playwright's browser as a
    // crash and change the exit code.
    for (const event of ["uncaughtException", "unhandledRejection"] as const)
      process.removeAllListeners(event).on(event, print);
    void this.endChromium()
      .catch(print)
      .then(() => process.exit(code));
  }
}

export const app = new App();

/** Connects and sends; exits with 0 if the first process received the message. */
const SEND = `require("node:net").connect(process.argv[1]).on("error", () => process.exit(1)).end(process.argv[2], () => process.exit(0))`;

interface Message {
  argv: string[];
  cwd: string;
  additionalData: unknown;
}

/**
 * One process per user data folder: a second start sends its arguments to a UNIX socket in the folder and exits.
 * @returns true for the first process; false after the first process received this one's message
 */
function takeSingleInstanceLock(
  userData: string,
  additionalData: unknown,
  onSecond: (argv: string[], cwd: string, additionalData: unknown) => void,
): boolean {
  fs.mkdirSync(userData, { recursive: true });
  const socket = path.join(userData, "SingletonSocket");
  const message = JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData } satisfies Message);
  if (fs.existsSync(socket)) {
    if (spawnSync(process.execPath, ["-e", SEND, socket, message]).status === 0) return false;
    fs.rmSync(socket);
  }
  const server = net.createServer(async (connection) => {
    const left = JSON.parse(Buffer.concat(await connection.toArray()).toString()) as Message;
    onSecond(left.argv, left.cwd, left.additionalData);
  });
  server.listen(socket).unref();
  process.once("exit", () => fs.rmSync(socket, { force: true }));
  return true;
}
