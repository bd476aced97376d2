/** The blocks that can be inserted, for the slash menu, the insert menu, the block handle and the toolbar. */
import type { Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { Snippets } from "../../snippets/snippet-list.ts";

export interface BlockContext {
  editor: Editor;
  session: EditorSession;
  /** Starts a comment on the selected text or the block with the cursor. */
  beginComment(): void;
  snippets: Pick<Snippets, "list" | "load" | "ask">;
  insertSnippet(id: string): void;
  /** Opens the file dialog and uploads to the cursor. @param use gallery: one gallery; default: separate blocks */
  chooseFiles(accept?: string, use?: "block" | "gallery"): void;
}

export interface BlockChoice {
  /** Stable and unique, such as `heading-2`. */
  id: string;
  label(): string;
  /** Explanation if the label is not enough. */
  about?: string;
  /** Search words in the interface's language and in English, separated by spaces. */
  keywords(): string;
  icon: Icon;
  group: "text" | "media" | "layout" | "site" | "snippets";
  shortcut?: string;
  isActive?(editor: Editor): boolean;
  /** Inserts the block at the cursor, in place of an empty paragraph, and moves the cursor into it. */
  insert(context: BlockContext): void;
  /** Turns the block with the cursor into this block and keeps the text. Absent if not possible. */
  turnInto?(context: BlockContext): void;
}
