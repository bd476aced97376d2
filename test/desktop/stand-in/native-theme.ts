/** `electron.nativeTheme`: light, until the app or a spec says otherwise. Pages see it as their preferred scheme. */
import { EventEmitter } from "node:events";

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
