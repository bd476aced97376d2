/** `electron.BrowserWindow`: a page of Chromium with the life of a window. */
import { EventEmitter } from "node:events";
import { app, preventable } from "./app.ts";
import { type Session, session } from "./session.ts";
import { WebContents } from "./web-contents.ts";

interface Options {
  width?: number;
  height?: number;
  show?: boolean;
  title?: string;
  webPreferences?: { session?: Session; partition?: string };
}

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  static #lastId = 0;
  readonly id = ++BrowserWindow.#lastId;
  readonly webContents: WebContents;
  #visible: boolean;
  #minimized = false;
  #destroyed = false;

  static getAllWindows = (): BrowserWindow[] => [...windows];
  static getFocusedWindow = (): BrowserWindow | null => [...windows].at(-1) ?? null;
  static fromWebContents = (contents: WebContents | undefined): BrowserWindow | null =>
    [...windows].find((window) => window.webContents === contents) ?? null;

  constructor(options: Options = {}) {
    super();
    const { session: given, partition = "" } = options.webPreferences ?? {};
    this.#visible = options.show !== false;
    this.webContents = new WebContents(
      given ?? session.fromPartition(partition),
      {
        width: options.width ?? 800,
        height: options.height ?? 600,
      },
      options.webPreferences ?? {},
    );
    windows.add(this);
    this.webContents.on("stand-in-close", () => this.close());
    this.webContents.on("destroyed", () => this.#gone());
    app.emit("browser-window-created", {}, this);
  }
  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
    this.emit("ready-to-show");
  }
  show(): void {
    this.#visible = true;
    this.emit("show");
  }
  hide(): void {
    this.#visible = false;
    this.emit("hide");
  }
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    this.#minimized = false;
  }
  focus(): void {
    this.emit("focus");
  }
  isVisible(): boolean {
    return this.#visible;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  close(): void {
    void this.tryClose();
  }
  destroy(): void {
    void this.webContents.page.then((page) => page.close());
  }
  /** False where the app calls the closing off. */
  async tryClose(): Promise<boolean> {
    if (this.#destroyed) return true;
    const event = preventable();
    this.emit("close", event);
    if (event.defaultPrevented) return false;
    const page = await this.webContents.page;
    await page.close();
    this.#gone();
    return true;
  }
  #gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    this.emit("closed");
    if (windows.size > 0) return;
    if (app.listenerCount("window-all-closed") === 0) app.quit();
    else app.emit("window-all-closed");
  }
}

app.closeWindows = async () => {
  for (const window of [...windows]) if (!(await window.tryClose())) return false;
  return true;
};
