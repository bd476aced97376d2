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
  #paths = new Map([
    ["documents", os.homedir()],
    ["downloads", os.homedir()],
  ]);
  #ready = Promise.withResolvers<void>();
  #exiting = false;
  name = "";
  #appPath = "";
  #version = "";
  /** Set by session.ts: saves data that outlives the process, and ends Chromium. */
  endChromium: () => Promise<void> = async () => {};

  load(appPath: string, { name, version }: { name: string; version: string }): void {
    this.name = name;
    this.#appPath = appPath;
    this.#version = version;
  }
  becomeReady(): void {
    this.emit("ready", {}, {});
    this.#ready.resolve();
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  getAppPath = (): string => this.#appPath;
  getVersion = (): string => this.#version;
  getPath(name: string): string {
    const found = this.#paths.get(name);
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    return found;
  }
  setPath(name: string, directory: string): void {
    if (!fs.existsSync(directory)) throw new Error(`Failed to set path: ${directory} does not exist`);
    this.#paths.set(name, directory);
  }
  /** Ignored: the stand-in does not restart. */
  relaunch(): void {}
  setName(): void {}
  setAboutPanelOptions(): void {}
  setLoginItemSettings(): void {}
  getLoginItemSettings = () => ({ openAtLogin: false, wasOpenedAtLogin: false });
  enableSandbox(): void {}
  configureHostResolver(): void {}
  disableHardwareAcceleration(): void {}
  requestSingleInstanceLock(additionalData: object): boolean {
    return takeSingleInstanceLock(this.getPath("userData"), additionalData, (received) => {
      this.emit("second-instance", {}, [], "", received);
    });
  }
  /** Galley cancels the event, and exits when its service has closed. */
  quit = (): void => {
    const before = preventable();
    this.emit("before-quit", before);
    if (!before.defaultPrevented) this.exit();
  };
  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
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

/**
 * One process per user data folder: a second start sends its data to a UNIX socket in the folder and exits.
 * @returns true for the first process; false after the first process received this one's data
 */
function takeSingleInstanceLock(userData: string, data: object, onSecond: (received: unknown) => void): boolean {
  const socket = path.join(userData, "SingletonSocket");
  if (fs.existsSync(socket)) {
    if (spawnSync(process.execPath, ["-e", SEND, socket, JSON.stringify(data)]).status === 0) return false;
    fs.rmSync(socket);
  }
  const server = net.createServer(async (connection) => {
    onSecond(JSON.parse(Buffer.concat(await connection.toArray()).toString()));
  });
  server.listen(socket).unref();
  process.once("exit", () => fs.rmSync(socket, { force: true }));
  return true;
}
