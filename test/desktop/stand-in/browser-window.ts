/** `electron.BrowserWindow`: a page of Chromium with the state of a window. */
import { EventEmitter } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { app } from "./app.ts";
import type { Session } from "./session.ts";
import { WebContents } from "./web-contents.ts";

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Options {
  width: number;
  height: number;
  minWidth: number;
  minHeight: number;
  backgroundColor: string;
  title: string;
  /** Under which position, size and maximised are stored. */
  name: string;
  windowStatePersistence: boolean;
  webPreferences: { session: Session };
}

interface State {
  bounds: Rectangle;
  maximized: boolean;
}

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  #visible = false;
  #destroyed = false;
  #background: string;
  #title: string;
  readonly #smallest: { width: number; height: number };
  readonly #stateFile: string;
  readonly #keepsState: boolean;
  #state: State;

  static getAllWindows = (): BrowserWindow[] => [...windows];

  constructor({ width, height, name, ...options }: Options) {
    super();
    this.#background = options.backgroundColor;
    this.#title = options.title;
    this.#smallest = { width: options.minWidth, height: options.minHeight };
    this.#stateFile = path.join(app.getPath("userData"), `window-state-${name}.json`);
    this.#keepsState = options.windowStatePersistence;
    this.#state =
      this.#keepsState && fs.existsSync(this.#stateFile)
        ? JSON.parse(fs.readFileSync(this.#stateFile, "utf8"))
        : { bounds: { x: 0, y: 0, width, height }, maximized: false };
    this.webContents = new WebContents(this.#state.bounds, options.webPreferences);
    windows.add(this);
    this.webContents.on("stand-in-painted", () => this.emit("ready-to-show"));
    this.webContents.on("destroyed", () => this.#gone());
    app.emit("browser-window-created", {}, this);
  }
  loadURL = (url: string): Promise<void> => this.webContents.loadURL(url);
  getNormalBounds = (): Rectangle => ({ ...this.#state.bounds });
  setBounds(changed: Partial<Rectangle>): void {
    const bounds = { ...this.#state.bounds, ...changed };
    bounds.width = Math.max(bounds.width, this.#smallest.width);
    bounds.height = Math.max(bounds.height, this.#smallest.height);
    void this.webContents.resize(bounds);
    this.#store({ bounds });
  }
  /** The page has no frame. */
  setContentSize = (width: number, height: number): void => this.setBounds({ width, height });
  maximize = (): void => this.#store({ maximized: true });
  isMaximized = (): boolean => this.#state.maximized;
  #store(changed: Partial<State>): void {
    this.#state = { ...this.#state, ...changed };
    if (this.#keepsState) fs.writeFileSync(this.#stateFile, JSON.stringify(this.#state));
  }
  getBackgroundColor = (): string => this.#background;
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
  }
  hide(): void {
    this.#visible = false;
  }
  focus(): void {}
  isVisible = (): boolean => this.#visible;
  isMinimized = (): boolean => false;
  isDestroyed = (): boolean => this.#destroyed;
  close = (): void => void this.webContents.end();
  destroy = this.close;
  #gone(): void {
    this.#destroyed = true;
    windows.delete(this);
    this.emit("closed");
    // Without a listener, Electron quits with its last window.
    if (windows.size === 0 && !app.emit("window-all-closed")) app.quit();
  }
}
