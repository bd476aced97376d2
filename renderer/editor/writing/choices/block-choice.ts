/** The blocks that can be inserted, for the slash menu, the insert menu, the block handle and the toolbar. */
import type { Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { Snippets } from "../../snippets/snippet-list.ts";

export interface BlockContext {
  editor: Editor;
  session: EditorSession;
  /** Starts a comment on the selected text, else on the block with the cursor. */
  beginComment(): void;
  snippets: Pick<Snippets, "list" | "load" | "ask">;
  insertSnippet(id: string): void;
  /** Opens the file dialog and uploads to the cursor. @param use gallery: one gallery; default: a block each */
  chooseFiles(accept?: string, use?: "block" | "gallery"): void;
}

export interface BlockChoice {
  /** Stable and unique: `heading-2`. */
  id: string;
  label(): string;
  /** Explanation where the label is not enough. */
  about?: string;
  /** Search words in the interface's language and in English, separated by spaces. */
  keywords(): string;
  icon: Icon;
  group: "text" | "media" | "layout" | "site" | "snippets";
  shortcut?: string;
  isActive?(editor: Editor): boolean;
  /** Inserts it at the cursor and puts the cursor into it; an empty paragraph is replaced. */
  insert(context: BlockContext): void;
  /** Turns the block with the cursor into it and keeps the text; absent where that makes no sense. */
  turnInto?(context: BlockContext): void;
}
