/** `electron.Tray` and the pictures it takes. Nothing appears; test/desktop/support/keep-what-is-shown.cjs keeps what it is told. */
import { EventEmitter } from "node:events";
import fs from "node:fs";

class Picture {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }
  isEmpty(): boolean {
    return !fs.existsSync(this.#file);
  }
  setTemplateImage(): void {}
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
