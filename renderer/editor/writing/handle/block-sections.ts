import {
  IconArrowDown,
  IconArrowUp,
  IconBookmarkPlus,
  IconCopy,
  IconMessagePlus,
  IconTrash,
} from "@tabler/icons-react";
import { deleteBlock, duplicateBlock, moveBlock } from "../../article/commands/block-actions.ts";
import { topBlockAt } from "../../article/commands/block-places.ts";
import { DELETE, DUPLICATE, MOVE_DOWN, MOVE_UP } from "../../article/nodes/block-keys.ts";
import { messages } from "../../messages/index.ts";
import type { MenuItem, MenuSection } from "../../ui/ActionMenu.tsx";
import { COMMENT_KEYS } from "../../ui/keys.ts";
import type { BlockContext } from "../choices/block-choice.ts";
import { turnIntoSection } from "../format/format-sections.ts";

export function blockSections(context: BlockContext): MenuSection[] {
  const { editor } = context;
  const block = topBlockAt(editor.state, editor.state.selection.from);
  if (block === null) return [];
  const { pos, index, parent } = block;
  const t = messages.writing.handle;
  const item = (
    id: keyof typeof t,
    icon: MenuItem["icon"],
    shortcut: string,
    act: () => boolean,
    unavailable = false,
  ): MenuItem => ({
    id,
    label: t[id],
    icon,
    shortcut,
    unavailable,
    run() {
      act();
      editor.view.focus();
    },
  });
  return [
    {
      items: [
        item("up", IconArrowUp, MOVE_UP, () => moveBlock(editor, pos, -1), index === 0),
        item("down", IconArrowDown, MOVE_DOWN, () => moveBlock(editor, pos, 1), index === parent.childCount - 1),
        item("duplicate", IconCopy, DUPLICATE, () => duplicateBlock(editor, pos)),
        {
          id: "comment",
          label: messages.comments.begin,
          icon: IconMessagePlus,
          shortcut: COMMENT_KEYS.begin,
          run: context.beginComment,
        },
        {
          id: "snippet",
          label: messages.snippets.saveAs,
          icon: IconBookmarkPlus,
          run: () => context.snippets.ask("save"),
        },
        item("remove", IconTrash, DELETE, () => deleteBlock(editor, pos)),
      ],
    },
    turnIntoSection(context),
  ];
}
