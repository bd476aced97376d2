/** Keys of the writing tools. What is bound and what is shown both read them here. */
export const BLOCK_MENU_KEY = "Alt+Enter";
export const FORMAT_BAR_KEY = "Alt+F10";
export const SHORTCUTS_KEY = "Mod+/";
export const PLAIN_PASTE_KEY = "Mod+Shift+V";
export const FIND_KEYS = {
  open: ["Mod+F"],
  replace: ["Mod+H", "Mod+Alt+F"],
  next: ["F3", "Mod+G"],
  previous: ["Shift+F3", "Mod+Shift+G"],
} as const;
