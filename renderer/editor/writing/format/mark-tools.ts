import {
  type Icon,
  IconBold,
  IconBookmarkPlus,
  IconCode,
  IconItalic,
  IconMessagePlus,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { MarkName } from "../../../../server/article/schema.ts";
import { messages } from "../../messages/index.ts";
import type { ToolSpec } from "../../ui/buttons.tsx";
import { COMMENT_KEYS } from "../../ui/keys.ts";
import type { BlockContext } from "../choices/catalog.ts";

export interface MarkTool {
  mark: MarkName;
  icon: Icon;
  shortcut: string;
  label(): string;
}

const tool = (mark: MarkName, icon: Icon, shortcut: string, label: () => string): MarkTool => ({
  mark,
  icon,
  shortcut,
  label,
});

export const markTools = {
  bold: tool("bold", IconBold, "Mod+B", () => messages.toolbar.bold),
  italic: tool("italic", IconItalic, "Mod+I", () => messages.toolbar.italic),
  strike: tool("strike", IconStrikethrough, "Mod+Shift+S", () => messages.writing.format.strike),
  code: tool("code", IconCode, "Mod+E", () => messages.blocks.code.label),
  superscript: tool("superscript", IconSuperscript, "Mod+.", () => messages.writing.format.superscript),
  subscript: tool("subscript", IconSubscript, "Mod+,", () => messages.writing.format.subscript),
};

export const rareMarkTools: readonly MarkTool[] = [
  markTools.strike,
  markTools.code,
  markTools.superscript,
  markTools.subscript,
];

/** Focuses immediately. Tiptap's command waits for a frame, so a key in between would be lost. */
export function focused(editor: Editor) {
  editor.view.focus();
  return editor.chain();
}

export function toggleMark(editor: Editor, { mark }: MarkTool): void {
  focused(editor).toggleMark(mark).run();
}

/** @param family a font of the site, "" for the default font */
export function setFont(editor: Editor, family: string): void {
  const chain = focused(editor);
  if (family === "") chain.unsetMark("font").run();
  else chain.setMark("font", { family }).run();
}

export function clearFormatting(editor: Editor): void {
  let chain = focused(editor);
  for (const name of [...Object.keys(markTools), "font"]) chain = chain.unsetMark(name);
  chain.run();
}

export const selectionTools = ({ beginComment, snippets }: BlockContext): readonly ToolSpec[] => [
  {
    tool: "comment",
    label: messages.comments.begin,
    shortcut: COMMENT_KEYS.begin,
    icon: IconMessagePlus,
    onPress: beginComment,
  },
  {
    tool: "snippet",
    label: messages.snippets.saveAs,
    icon: IconBookmarkPlus,
    "aria-haspopup": "dialog",
    onPress: () => snippets.ask("save"),
  },
];
