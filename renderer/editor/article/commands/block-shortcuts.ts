/** Keys for whole blocks and for leaving them, named as the shortcut sheet shows them: `Mod` is ⌘ or Ctrl. */
import { messages } from "../../messages/index.ts";
import { FORMAT_BAR_KEY } from "../../ui/keys.ts";

export interface Shortcut {
  /** Such as `Alt+Shift+ArrowUp`. */
  keys: string;
  /** What it does. */
  words: string;
}

export const MOVE_UP = "Alt+Shift+ArrowUp";
export const MOVE_DOWN = "Alt+Shift+ArrowDown";
export const DUPLICATE = "Mod+Shift+D";
export const DELETE = "Mod+Shift+Backspace";
export const LEAVE = "Mod+Enter";

export function blockShortcuts(): Shortcut[] {
  const t = messages.blocks.shortcuts;
  return [
    { keys: MOVE_UP, words: t.moveUp },
    { keys: MOVE_DOWN, words: t.moveDown },
    { keys: DUPLICATE, words: t.duplicate },
    { keys: DELETE, words: t.remove },
    { keys: LEAVE, words: t.leave },
    { keys: FORMAT_BAR_KEY, words: t.fields },
  ];
}
