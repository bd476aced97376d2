import { IconBlockquote, IconH2, IconH3, IconH4, IconLetterP, IconList, IconListNumbers } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { eachLineAs, turnIntoWrapper } from "../../article/commands/make-blocks.ts";
import { turnSelectionInto } from "../../article/commands/turn-into.ts";
import type { Messages } from "../../messages/en/index.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice, BlockContext } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

interface TextBlock {
  id: keyof Messages["writing"]["blocks"];
  icon: BlockChoice["icon"];
  shortcut: string;
  isActive(editor: Editor): boolean;
  become(editor: Editor): void;
}

const heading = (level: 2 | 3 | 4, icon: BlockChoice["icon"]): TextBlock => ({
  id: `heading-${level}`,
  icon,
  shortcut: `Mod+Alt+${level}`,
  isActive: (editor) => editor.isActive("heading", { level }),
  become: (editor) => void turnSelectionInto(editor, eachLineAs("heading", { level })),
});

const list = (
  id: "bullet-list" | "ordered-list",
  name: "bulletList" | "orderedList",
  icon: BlockChoice["icon"],
  shortcut: string,
): TextBlock => ({
  id,
  icon,
  shortcut,
  isActive: (editor) => editor.isActive(name),
  become(editor) {
    // A list becomes the other kind with its levels.
    if (!editor.isActive("bulletList") && !editor.isActive("orderedList"))
      turnSelectionInto(editor, eachLineAs("paragraph"));
    editor.commands.toggleList(name, "listItem");
  },
});

const BLOCKS: readonly TextBlock[] = [
  {
    id: "paragraph",
    icon: IconLetterP,
    shortcut: "Mod+Alt+0",
    isActive: (editor) =>
      editor.isActive("paragraph") &&
      !["bulletList", "orderedList", "blockquote", "callout", "customContainer"].some((name) => editor.isActive(name)),
    become: (editor) => void turnSelectionInto(editor, eachLineAs("paragraph")),
  },
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
  list("bullet-list", "bulletList", IconList, "Mod+Shift+8"),
  list("ordered-list", "orderedList", IconListNumbers, "Mod+Shift+7"),
  {
    id: "quote",
    icon: IconBlockquote,
    shortcut: "Mod+Shift+B",
    isActive: (editor) => editor.isActive("blockquote"),
    become: (editor) => void turnIntoWrapper(editor, "blockquote"),
  },
];

export const textChoices: readonly BlockChoice[] = BLOCKS.map(({ id, icon, shortcut, isActive, become }) => ({
  id,
  icon,
  shortcut,
  isActive,
  group: "text",
  label: () => messages.writing.blocks[id].label,
  keywords: () => messages.writing.blocks[id].keywords,
  insert({ editor }: BlockContext) {
    insertBlock(editor, nodeType(editor.schema, "paragraph").create());
    become(editor);
    editor.view.focus();
  },
  turnInto({ editor }: BlockContext) {
    if (!isActive(editor)) become(editor);
    editor.view.focus();
  },
}));
