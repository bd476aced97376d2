import type { EditorView } from "@tiptap/pm/view";

/** The keys as ProseMirror notes them. It goes by them when something is pasted: with Shift, plain text is meant. */
export interface PressedKeys {
  shiftKey: boolean;
  lastKeyCode: number | null;
}

/** ProseMirror's own note, to be read and set; its types say nothing of it. */
export function pressedKeys(view: EditorView): PressedKeys {
  return (view as unknown as { input: PressedKeys }).input;
}
