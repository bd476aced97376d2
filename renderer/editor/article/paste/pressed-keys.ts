import type { EditorView } from "@tiptap/pm/view";

/** ProseMirror's record of pressed keys: with Shift, a paste is plain text. */
export interface PressedKeys {
  shiftKey: boolean;
  lastKeyCode: number | null;
}

/** ProseMirror's record, which its types omit. */
export function pressedKeys(view: EditorView): PressedKeys {
  return (view as unknown as { input: PressedKeys }).input;
}
