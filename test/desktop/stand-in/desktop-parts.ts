/** The parts of Electron that affect the desktop, its menus and its keychain. They record values and show nothing. */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import fs from "node:fs";

/** Specs add the functions that they expect. */
export const shell = {};
export const dialog = {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`stand-in: ${title}: ${content}\n`),
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

let lastBlocker = 0;
export const powerSaveBlocker = { start: () => ++lastBlocker, stop: () => true };

/** Specs emit the clicks. */
export class Notification extends EventEmitter {
  readonly title: string;
  readonly body: string;
  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported = () => true;
  show(): void {}
}

/** Light unless a spec sets the source. */
class NativeTheme extends EventEmitter {
  shouldUseDarkColors = false;
  set themeSource(source: "light" | "dark") {
    this.shouldUseDarkColors = source === "dark";
    this.emit("updated");
  }
}

export const nativeTheme = new NativeTheme();

export const screen = { getPrimaryDisplay: () => ({ workAreaSize: { width: 1920, height: 1048 } }) };

export const nativeImage = { createFromPath: (file: string) => file };

export class Tray extends EventEmitter {
  constructor(image: string) {
    super();
    this.setImage(image);
  }
  setImage(image: string): void {
    if (!fs.existsSync(image)) throw new Error("The tray's icon cannot be read");
  }
  setToolTip(): void {}
  setContextMenu(): void {}
}

interface Template {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  checked?: boolean;
  enabled?: boolean;
  click?: (item: MenuItem) => void;
  submenu?: Template[];
}

/** For specs to read and click. Roles have no effect. */
class MenuItem {
  readonly id: string;
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly enabled: boolean;
  readonly submenu: Menu | undefined;
  readonly #click: Template["click"];
  checked: boolean;

  constructor({ id = "", label = "", role, type = "normal", checked = false, enabled = true, ...rest }: Template) {
    this.id = id;
    this.label = label;
    this.role = role?.toLowerCase();
    this.type = type;
    this.checked = checked;
    this.enabled = enabled;
    this.submenu = rest.submenu && Menu.buildFromTemplate(rest.submenu);
    this.#click = rest.click;
  }
  click(): void {
    if (!this.enabled) return;
    if (this.type === "checkbox") this.checked = !this.checked;
    this.#click?.(this);
  }
}

export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItem[] = [];
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
  static setApplicationMenu(menu: Menu): void {
    Menu.#applicationMenu = menu;
  }
  static getApplicationMenu = (): Menu | null => Menu.#applicationMenu;
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
