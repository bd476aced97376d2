/** Keys of blocks that are one line of words: Enter leads on, Backspace at the start makes it plain words again. */
import type { Editor, KeyboardShortcutCommand } from "@tiptap/core";
import { leaveBlock } from "../commands/leaving.ts";
import { eachLineAs } from "../commands/made-of-words.ts";
import { turnSelectionInto } from "../commands/turn-into.ts";

export function lineKeys(editor: Editor, name: string): Record<string, KeyboardShortcutCommand> {
  const inLine = (work: (offset: number, size: number) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === name && work($from.parentOffset, $from.parent.content.size);
  };
  const toWords = () => turnSelectionInto(editor, eachLineAs("paragraph"));
  return {
    Enter: inLine((offset, size) => {
      if (size === 0) return toWords();
      return offset === size || name === "button" ? leaveBlock(editor) : editor.commands.setHardBreak();
    }),
    Backspace: inLine((offset) => offset === 0 && toWords()),
  };
}
