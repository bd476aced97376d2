/** Names of shortcuts on this computer's keyboard. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** `Mod` is ⌘ or Ctrl. */
export const keyName = (key: string): string =>
  isApple ? key.replace("Mod+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧") : key.replace("Mod", "Ctrl");

export const SAVE_KEY = keyName("Mod+S");
