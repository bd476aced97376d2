/** The parts of Electron that affect the desktop. They record values and show nothing. */
import { EventEmitter } from "node:events";
import fs from "node:fs";

export const shell = {
  openExternal: async (url: string) => void process.stderr.write(`stand-in: opened ${url} in the browser\n`),
  async openPath(file: string): Promise<string> {
    process.stderr.write(`stand-in: opened ${file}\n`);
    return fs.existsSync(file) ? "" : "There is no such file";
  },
  showItemInFolder: (file: string) => void process.stderr.write(`stand-in: showed ${file} in its folder\n`),
};

export const dialog = {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`stand-in: ${title}: ${content}\n`),
  async showMessageBox(options: { message: string }): Promise<{ response: number; checkboxChecked: boolean }> {
    process.stderr.write(`stand-in: ${options.message}\n`);
    return { response: 0, checkboxChecked: false };
  },
  showSaveDialog: async () => ({ canceled: true, filePath: "" }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
};

let copied = "";
export const clipboard = {
  writeText(text: string): void {
    copied = text;
  },
  readText: () => copied,
};

export const powerMonitor = new EventEmitter();

/** No page of the stand-in can send. */
export const ipcMain = new EventEmitter();

/** Counts blockers without an effect. */
const blockers = new Set<number>();
let lastBlocker = 0;
export const powerSaveBlocker = {
  start(_type: "prevent-app-suspension" | "prevent-display-sleep"): number {
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => blockers.delete(id),
};

/** Specs emit the clicks. */
export class Notification extends EventEmitter {
  title: string;
  body: string;
  constructor({ title = "", body = "" }: { title?: string; body?: string } = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    this.emit("show", {});
  }
  close(): void {
    this.emit("close", {});
  }
}

/** Light by default. Pages see it as their preferred colour scheme. */
type Source = "system" | "light" | "dark";

class NativeTheme extends EventEmitter {
  #source: Source = "system";

  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    this.emit("updated");
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === "dark";
  }
}

export const nativeTheme = new NativeTheme().setMaxListeners(0);

/** One display with the system's bar at its top. */
const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
};

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
});

class Picture {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }
  isEmpty(): boolean {
    return !fs.existsSync(this.#file);
  }
}

export const nativeImage = { createFromPath: (file: string) => new Picture(file) };

export class Tray extends EventEmitter {
  #destroyed = false;
  constructor(image: Picture) {
    super();
    this.setImage(image);
  }
  setImage(image: Picture): void {
    if (image.isEmpty()) throw new Error("The tray's icon cannot be read");
  }
  setToolTip(): void {}
  setContextMenu(): void {}
  destroy(): void {
    this.#destroyed = true;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
