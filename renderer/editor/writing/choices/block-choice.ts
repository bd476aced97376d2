/**
 * What can be put into the article. The slash menu, the insert button, the block handle and the toolbar all read the
 * same choices, so a block is offered everywhere or nowhere.
 */
import type { Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { SnippetShelf } from "../../snippets/snippet-shelf.ts";

/** What a choice works with. */
export interface BlockContext {
  editor: Editor;
  session: EditorSession;
  /** Begins a comment on the selected words, else on the block with the cursor. */
  beginComment(): void;
  snippets: Pick<SnippetShelf, "list" | "load" | "ask">;
  /** Puts a snippet where the cursor is. */
  insertSnippet(id: string): void;
  /**
   * Asks for files of the computer and uploads them to the cursor.
   * @param accept as of `<input accept>`; default: all that is accepted
   * @param use gallery: the pictures become one gallery; default: a block each
   */
  chooseFiles(accept?: string, use?: "block" | "gallery"): void;
}

export interface BlockChoice {
  /** Stable and unique: `heading-2`. */
  id: string;
  label(): string;
  /** What it is for, where the name alone does not say it. */
  about?: string;
  /** Other words that find it, in the interface's language and in English, separated by spaces. */
  keywords(): string;
  icon: Icon;
  group: "text" | "media" | "layout" | "site" | "snippets";
  /** Shown beside the choice: `Mod+Alt+2`. */
  shortcut?: string;
  /** Whether the cursor stands in such a block. */
  isActive?(editor: Editor): boolean;
  /** Puts it where the cursor is and the cursor into it; an empty paragraph becomes it. */
  insert(context: BlockContext): void;
  /** Turns the block with the cursor into it, its words kept; absent where that makes no sense. */
  turnInto?(context: BlockContext): void;
}
