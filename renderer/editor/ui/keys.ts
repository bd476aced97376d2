const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  ...(isApple ? { Mod: "⌘", Alt: "⌥", Shift: "⇧", Enter: "↩", Backspace: "⌫", Tab: "⇥" } : { Mod: "Ctrl" }),
};

/** `Mod` is ⌘ on macOS, else Ctrl. On macOS the symbols have no separator, as in its menus. */
export const keyName = (key: string): string =>
  key
    .split("+")
    .map((part) => SYMBOLS[part] ?? part)
    .join(isApple ? "" : "+");

export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether a key press is this shortcut. On layouts without Latin letters, the position of the key counts. */
export function isPressed(shortcut: string, event: KeyPress): boolean {
  const parts = shortcut.split("+");
  const key = parts.pop() ?? "";
  const [mod, otherMod] = isApple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (mod !== parts.includes("Mod") || otherMod) return false;
  if (event.altKey !== parts.includes("Alt")) return false;
  // Some layouts need Shift for a slash.
  if (key === "/" && event.key === key) return true;
  if (event.shiftKey !== parts.includes("Shift")) return false;
  if (event.key.toLowerCase() === key.toLowerCase()) return true;
  return !/^[a-z]$/i.test(event.key) && event.code === (key === "/" ? "Slash" : `Key${key}`);
}

export const SAVE_KEY = keyName("Mod+S");

/** Goes to the next issue of the last kind, or with Shift to the previous one. */
export const CHECK_KEY = "F8";

export const LINK_KEY = "Mod+K";
export const BLOCK_MENU_KEY = "Alt+Enter";
export const FORMAT_BAR_KEY = "Alt+F10";
export const SHORTCUTS_KEY = "Mod+/";
export const PLAIN_PASTE_KEY = "Mod+Shift+V";
export const COMMENT_KEYS = { begin: "Mod+Alt+M", next: "F9", previous: "Shift+F9" } as const;
export const OUTLINE_KEY = "Alt+Shift+O";
export const MOVE_SECTION_KEYS = { up: "Alt+ArrowUp", down: "Alt+ArrowDown" } as const;
export const FIND_KEYS = {
  open: ["Mod+F"],
  replace: ["Mod+H", "Mod+Alt+F"],
  next: ["F3", "Mod+G"],
  previous: ["Shift+F3", "Mod+Shift+G"],
} as const;

/** Right and down are positive. */
export const ARROW_STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
