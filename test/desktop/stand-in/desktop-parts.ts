/** The parts of Electron that touch the person's desktop. They keep what they were told; nothing appears anywhere. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import fs from "node:fs";

interface MenuTemplate {
  label?: string;
  role?: string;
  type?: string;
  click?: () => void;
  submenu?: MenuTemplate[];
}

export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuTemplate[];
  constructor(items: MenuTemplate[] = []) {
    this.items = items;
  }
  static buildFromTemplate = (template: MenuTemplate[]): Menu => new Menu(template);
  static setApplicationMenu = (menu: Menu | null): void => {
    Menu.#applicationMenu = menu;
  };
  static getApplicationMenu = (): Menu | null => Menu.#applicationMenu;
}

export class Tray extends EventEmitter {
  constructor(image: { isEmpty(): boolean }) {
    super();
    if (image.isEmpty()) throw new Error("The tray's icon cannot be read");
  }
  setToolTip(): void {}
  setContextMenu(): void {}
  destroy(): void {}
}

export const nativeImage = {
  createFromPath: (file: string) => ({ isEmpty: () => !fs.existsSync(file), setTemplateImage: () => {} }),
};

/** Seals with a key that is no secret: it shows that sealed bytes go out and come back, never that they are safe. */
const SEALING_KEY = Buffer.alloc(32, "stand-in");
const available = process.env.STAND_IN_KEYCHAIN !== "none";

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => available,
  getSelectedStorageBackend: () => (available ? "gnome_libsecret" : "basic_text"),
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", SEALING_KEY, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const decipher = createDecipheriv("aes-256-gcm", SEALING_KEY, sealed.subarray(0, 12)).setAuthTag(
      sealed.subarray(12, 28),
    );
    return {
      result: decipher.update(sealed.subarray(28), undefined, "utf8") + decipher.final("utf8"),
      shouldReEncrypt: false,
    };
  },
};

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
