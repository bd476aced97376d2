/** The parts of Electron that affect the desktop, its menus and its keychain. They record values and show nothing. */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
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
  workAreaSize: { width: 1920, height: 1048 },
};

export const screen = Object.assign(new EventEmitter(), {
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

interface Template {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  checked?: boolean;
  enabled?: boolean;
  click?: (item: MenuItem, window: undefined, event: object) => void;
  submenu?: Template[];
}

/** For specs to read and click. Roles have no effect. */
export class MenuItem {
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  label: string;
  checked: boolean;
  enabled: boolean;

  constructor(template: Template) {
    const { id = "", label = "", role, accelerator, submenu, checked = false, enabled = true } = template;
    this.id = id;
    this.label = label;
    this.role = role?.toLowerCase();
    this.accelerator = accelerator;
    this.type = template.type ?? (submenu === undefined ? "normal" : "submenu");
    this.submenu = submenu && Menu.buildFromTemplate(submenu);
    this.checked = checked;
    this.enabled = enabled;
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === "checkbox") this.checked = !this.checked;
      template.click?.(this, undefined, {});
    };
  }
}

export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItem[] = [];
  /** Shows nothing. Specs replace it to record menus. */
  popup(): void {}
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  static buildFromTemplate(template: Template[]): Menu {
    const menu = new Menu();
    menu.items.push(...template.map((each) => new MenuItem(each)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }
}

const name = process.env.STAND_IN_KEYCHAIN ?? "keyring";
const FIXED = "fixed-password";

/** Chromium's prefixes on Linux. */
const PREFIX = { fixed: Buffer.from("v10"), keyring: Buffer.from("v11") };

const keyOf = (keychain: string) => createHash("sha256").update(keychain).digest();

/**
 * A keychain with a public key: it proves that sealed bytes can be opened again, not that they are safe. `STAND_IN_KEYCHAIN`
 * selects it: `none`: no encryption at all; `fixed-password`: Chromium on Linux without a keyring; any other name: a keychain
 * that only opens what it sealed itself.
 */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => name !== "none",
  // Like Chromium, it derives this from the desktop's name, not from the keychain in use.
  getSelectedStorageBackend: () => "gnome_libsecret",
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keyOf(name), iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([name === FIXED ? PREFIX.fixed : PREFIX.keyring, iv, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    // Every keychain opens the fixed password's seals.
    const key = keyOf(sealed.subarray(0, 3).equals(PREFIX.fixed) ? FIXED : name);
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(3, 15)).setAuthTag(sealed.subarray(15, 31));
    return {
      result: decipher.update(sealed.subarray(31), undefined, "utf8") + decipher.final("utf8"),
      shouldReEncrypt: false,
    };
  },
};
