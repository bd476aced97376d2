/** Keys for whole blocks: moving, copying, deleting, leaving. What they are called is in commands/block-shortcuts.ts. */
import { type Editor, Extension, type KeyboardShortcutCommand } from "@tiptap/core";
import { moveAcrossBlocks, moveToArticleEdge } from "../commands/arrow-keys.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "../commands/block-actions.ts";
import { movableAtSelection } from "../commands/block-places.ts";
import { DELETE, DUPLICATE, LEAVE, MOVE_DOWN, MOVE_UP } from "../commands/block-shortcuts.ts";
import { exitAtArticleEdge, exitBlock, exitOnEnter, isAtBlockEdge, selectBlockBefore } from "../commands/exit-block.ts";
import { eachLineAs } from "../commands/make-blocks.ts";
import { turnSelectionInto } from "../commands/turn-into.ts";

/** As keymaps write it. */
const key = (keys: string) => keys.replaceAll("+", "-").replace(/-([A-Z])$/, (_, letter) => `-${letter.toLowerCase()}`);

export const BlockKeys = Extension.create({
  name: "blockKeys",

  addKeyboardShortcuts() {
    const { editor } = this;
    // Counts as handled also where nothing could be moved: the browser must not do something else with the key.
    const handled = (work: (editor: Editor) => unknown) => () => {
      work(editor);
      return true;
    };
    return {
      [key(MOVE_UP)]: handled(() => moveBlocks(editor, movableAtSelection(editor.state), -1)),
      [key(MOVE_DOWN)]: handled(() => moveBlocks(editor, movableAtSelection(editor.state), 1)),
      [key(DUPLICATE)]: handled(() => duplicateBlocks(editor, movableAtSelection(editor.state))),
      [key(DELETE)]: handled(() => deleteBlocks(editor, movableAtSelection(editor.state))),
      [key(LEAVE)]: () => exitBlock(editor),
      Enter: () => exitOnEnter(editor),
      // Right after a sign became a block, the key takes that back.
      Backspace: () => editor.commands.undoInputRule() || selectBlockBefore(editor),
      ArrowUp: () => exitAtArticleEdge(editor, -1) || moveAcrossBlocks(editor, "up"),
      ArrowDown: () => exitAtArticleEdge(editor, 1) || moveAcrossBlocks(editor, "down"),
      ArrowLeft: () => moveAcrossBlocks(editor, "left"),
      ArrowRight: () => moveAcrossBlocks(editor, "right"),
      "Mod-Home": () => moveToArticleEdge(editor, -1),
      "Mod-End": () => moveToArticleEdge(editor, 1),
      "Cmd-ArrowUp": () => moveToArticleEdge(editor, -1),
      "Cmd-ArrowDown": () => moveToArticleEdge(editor, 1),
    };
  },
});

/**
 * Backspace and Delete at the edge of a block that keeps its words apart. Its priority is below that of all others, so it
 * is asked only where no other extension has handled the key.
 */
export const BlockWalls = Extension.create({
  name: "blockWalls",
  priority: 50,
  addKeyboardShortcuts() {
    return { Backspace: () => isAtBlockEdge(this.editor, -1), Delete: () => isAtBlockEdge(this.editor, 1) };
  },
});

/** Keys of blocks that are one line of words: Enter leads on, Backspace at the start makes it plain words again. */
export function lineKeys(editor: Editor, name: string): Record<string, KeyboardShortcutCommand> {
  const inLine = (work: (offset: number, size: number) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === name && work($from.parentOffset, $from.parent.content.size);
  };
  const toWords = () => turnSelectionInto(editor, eachLineAs("paragraph"));
  return {
    Enter: inLine((offset, size) => {
      if (size === 0) return toWords();
      return offset === size || name === "button" ? exitBlock(editor) : editor.commands.setHardBreak();
    }),
    Backspace: inLine((offset) => offset === 0 && toWords()),
  };
}
