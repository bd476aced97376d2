/** `electron.BrowserWindow`: a page of Chromium with the state of a window. */
import { EventEmitter } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { app, preventable } from "./app.ts";
import { screen } from "./desktop-parts.ts";
import { type Session, session } from "./session.ts";
import { WebContents } from "./web-contents.ts";

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Options extends Partial<Rectangle> {
  minWidth?: number;
  minHeight?: number;
  backgroundColor?: string;
  show?: boolean;
  title?: string;
  /** Under which the state is stored. */
  name?: string;
  windowStatePersistence?: boolean;
  webPreferences?: { session?: Session; partition?: string };
}

interface State {
  normal: Rectangle;
  maximized: boolean;
  fullScreen: boolean;
}

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  static #lastId = 0;
  readonly id = ++BrowserWindow.#lastId;
  readonly webContents: WebContents;
  #visible: boolean;
  #maximized = false;
  #fullScreen = false;
  #destroyed = false;
  #normal: Rectangle;
  #background: string;
  #title: string;
  readonly #smallest: { width: number; height: number };
  readonly #stateFile: string | null;

  static getAllWindows = (): BrowserWindow[] => [...windows];

  constructor(options: Options = {}) {
    super();
    const { session: given, partition = "" } = options.webPreferences ?? {};
    this.#visible = options.show !== false;
    this.#background = options.backgroundColor ?? "#FFFFFF";
    this.#title = options.title ?? "";
    this.#smallest = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 };
    const { name = "", windowStatePersistence = false } = options;
    this.#stateFile = windowStatePersistence ? path.join(app.getPath("userData"), `window-state-${name}.json`) : null;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#normal = this.#held({ x, y, width, height });
    this.#restoreState();
    this.webContents = new WebContents(
      given ?? session.fromPartition(partition),
      this.#normal,
      options.webPreferences ?? {},
    );
    windows.add(this);
    this.webContents.on("stand-in-close", () => this.close());
    this.webContents.on("stand-in-painted", () => this.emit("ready-to-show"));
    this.webContents.on("destroyed", () => this.#gone());
    app.emit("browser-window-created", {}, this);
  }
  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
  }
  getBounds(): Rectangle {
    return this.#maximized || this.#fullScreen ? { ...screen.getPrimaryDisplay().workArea } : this.getNormalBounds();
  }
  getNormalBounds = (): Rectangle => ({ ...this.#normal });
  setBounds(bounds: Partial<Rectangle>): void {
    this.#normal = this.#held({ ...this.#normal, ...bounds });
    this.#resized();
  }
  /** The page has no frame. */
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  maximize(): void {
    this.#maximized = true;
    this.#visible = true;
    this.#resized();
  }
  unmaximize(): void {
    this.#maximized = false;
    this.#resized();
  }
  isMaximized = (): boolean => this.#maximized;
  setFullScreen(on: boolean): void {
    if (on === this.#fullScreen) return;
    this.#fullScreen = on;
    this.#resized();
  }
  isFullScreen = (): boolean => this.#fullScreen;
  getBackgroundColor = (): string => this.#background.toUpperCase();
  setBackgroundColor(colour: string): void {
    this.#background = colour;
  }
  setProgressBar(): void {}
  /** The title that the app sets; the page's own title does not change it. */
  setTitle(title: string): void {
    this.#title = title;
  }
  getTitle = (): string => this.#title;
  show(): void {
    this.#visible = true;
    this.emit("show");
  }
  hide(): void {
    this.#visible = false;
    this.emit("hide");
  }
  restore(): void {}
  focus(): void {
    this.emit("focus");
  }
  isVisible = (): boolean => this.#visible;
  isMinimized = (): boolean => false;
  isDestroyed = (): boolean => this.#destroyed;
  close = (): void => void this.tryClose();
  destroy = (): void => void this.webContents.end();
  /** False if the app cancels it. */
  async tryClose(): Promise<boolean> {
    if (this.#destroyed) return true;
    const event = preventable();
    this.emit("close", event);
    if (event.defaultPrevented) return false;
    await this.webContents.end();
    this.#gone();
    return true;
  }
  #held(bounds: Rectangle): Rectangle {
    const width = Math.max(bounds.width, this.#smallest.width);
    return { ...bounds, width, height: Math.max(bounds.height, this.#smallest.height) };
  }
  #resized(): void {
    void this.webContents.resize(this.getBounds());
    const state: State = { normal: this.#normal, maximized: this.#maximized, fullScreen: this.#fullScreen };
    if (this.#stateFile !== null) fs.writeFileSync(this.#stateFile, JSON.stringify(state));
  }
  #restoreState(): void {
    if (this.#stateFile === null || !fs.existsSync(this.#stateFile)) return;
    const { normal, maximized, fullScreen } = JSON.parse(fs.readFileSync(this.#stateFile, "utf8")) as State;
    this.#normal = this.#held(normal);
    this.#maximized = maximized;
    this.#fullScreen = fullScreen;
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
