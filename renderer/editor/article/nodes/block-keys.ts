import { type Editor, Extension, type KeyboardShortcutCommand } from "@tiptap/core";
import { messages } from "../../messages/index.ts";
import { FORMAT_BAR_KEY } from "../../ui/keys.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "../commands/block-actions.ts";
import {
  type Arrow,
  exitAtArticleEdge,
  exitBlock,
  exitOnEnter,
  isAtBlockEdge,
  moveAcrossBlocks,
  moveToArticleEdge,
  selectBlockBefore,
} from "../commands/block-edges.ts";
import { movableAtSelection } from "../commands/block-places.ts";
import { eachLineAs, turnSelectionInto } from "../commands/turn-into.ts";

/** `Mod` is ⌘ on macOS, else Ctrl. */
export const MOVE_UP = "Alt+Shift+ArrowUp";
export const MOVE_DOWN = "Alt+Shift+ArrowDown";
export const DUPLICATE = "Mod+Shift+D";
export const DELETE = "Mod+Shift+Backspace";
const EXIT = "Mod+Enter";

export function blockShortcuts(): { keys: string; label: string }[] {
  const t = messages.blocks.shortcuts;
  const { handle } = messages.writing;
  return [
    { keys: MOVE_UP, label: handle.up },
    { keys: MOVE_DOWN, label: handle.down },
    { keys: DUPLICATE, label: handle.duplicate },
    { keys: DELETE, label: handle.remove },
    { keys: EXIT, label: t.leave },
    { keys: FORMAT_BAR_KEY, label: t.fields },
  ];
}

/** Converts keys to the keymap notation, such as "Mod-Shift-d". */
const key = (keys: string) => keys.replaceAll("+", "-").replace(/-([A-Z])$/, (_, letter) => `-${letter.toLowerCase()}`);

export const BlockKeys = Extension.create({
  name: "blockKeys",

  addKeyboardShortcuts() {
    const { editor } = this;
    // Always handled, so that the browser does nothing else with the key.
    const handled = (work: (editor: Editor) => unknown) => () => {
      work(editor);
      return true;
    };
    const arrow = (key: Arrow) => exitAtArticleEdge(editor, key) || moveAcrossBlocks(editor, key);
    return {
      [key(MOVE_UP)]: handled(() => moveBlocks(editor, movableAtSelection(editor.state), -1)),
      [key(MOVE_DOWN)]: handled(() => moveBlocks(editor, movableAtSelection(editor.state), 1)),
      [key(DUPLICATE)]: handled(() => duplicateBlocks(editor, movableAtSelection(editor.state))),
      [key(DELETE)]: handled(() => deleteBlocks(editor, movableAtSelection(editor.state))),
      [key(EXIT)]: () => exitBlock(editor),
      Enter: () => exitOnEnter(editor),
      Backspace: () => editor.commands.undoInputRule() || selectBlockBefore(editor),
      ArrowUp: () => arrow("up"),
      ArrowDown: () => arrow("down"),
      ArrowLeft: () => arrow("left"),
      ArrowRight: () => arrow("right"),
      "Mod-Home": () => moveToArticleEdge(editor, -1),
      "Mod-End": () => moveToArticleEdge(editor, 1),
      "Cmd-ArrowUp": () => moveToArticleEdge(editor, -1),
      "Cmd-ArrowDown": () => moveToArticleEdge(editor, 1),
    };
  },
});

/** Stops Backspace and Delete at block edges. Low priority: runs only if no other extension handled the key. */
export const BlockWalls = Extension.create({
  name: "blockWalls",
  priority: 50,
  addKeyboardShortcuts() {
    return { Backspace: () => isAtBlockEdge(this.editor, -1), Delete: () => isAtBlockEdge(this.editor, 1) };
  },
});

/** Keys of blocks that are one line: Enter leaves them, Backspace at the start turns them into a paragraph. */
export function lineKeys(editor: Editor, name: string): Record<string, KeyboardShortcutCommand> {
  const inLine = (work: (offset: number, size: number) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === name && work($from.parentOffset, $from.parent.content.size);
  };
  const toParagraph = () => turnSelectionInto(editor, eachLineAs("paragraph"));
  return {
    Enter: inLine((offset, size) => {
      if (size === 0) return toParagraph();
      return offset === size || name === "button" ? exitBlock(editor) : editor.commands.setHardBreak();
    }),
    Backspace: inLine((offset) => offset === 0 && toParagraph()),
  };
}
