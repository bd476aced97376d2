import { createStore, type Store } from "../lib/store.ts";
import { messages } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import type { BlockContext } from "./choices/block-choice.ts";

/** What opens over the page, one at a time. */
export type OpenTool = "insert" | "more" | "blockMenu" | "link" | "shortcuts" | "counts";

/** Find and replace was asked for; each time is an object of its own. */
export interface FindRequest {
  replacing: boolean;
}

/** What the toolbar, the keys and the menus over the text share. */
export interface WritingTools {
  readonly context: BlockContext;
  readonly open: Store<OpenTool | null>;
  /** The panel of find and replace; null while it is closed. */
  readonly finding: Store<FindRequest | null>;
  /** A sentence about a tool that could not do what was asked; "" for none. */
  readonly said: Store<string>;
  /** Says that a tool could not be loaded. */
  failed(): void;
}

export function createWritingTools(articleSession: ArticleSession): WritingTools {
  const open = createStore<OpenTool | null>(null);
  const finding = createStore<FindRequest | null>(null);
  const { editor, session, chooseFiles } = articleSession;
  const context: BlockContext = { editor, session, chooseFiles };
  const { said } = editor.storage.pasteInput;
  return {
    context,
    open,
    finding,
    said,
    failed() {
      open.set(null);
      finding.set(null);
      said.set(messages.writing.notLoaded);
    },
  };
}
