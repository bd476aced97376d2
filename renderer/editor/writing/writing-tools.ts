import type { ArticleSession } from "../client/article-session.ts";
import type { Comments } from "../comments/comment-state.ts";
import { messages } from "../messages/index.ts";
import { createStore } from "../ui/lib/store.ts";
import type { Imports } from "../uploads/imports.ts";
import type { BlockContext } from "./choices/block-choice.ts";

/** The open overlay; only one at a time. */
export type OpenTool = "insert" | "insertHere" | "more" | "blockMenu" | "link" | "shortcuts" | "counts";

/** A new object for each request. */
export interface FindRequest {
  replacing: boolean;
  /** The field to focus; default: the query. */
  field?: "replacement";
}

export type WritingTools = ReturnType<typeof createWritingTools>;

export function createWritingTools(
  articleSession: Pick<ArticleSession, "editor" | "session"> &
    Pick<BlockContext, "chooseFiles" | "snippets" | "insertSnippet"> & {
      imports: Pick<Imports, "fetch">;
      comments: Pick<Comments, "ask">;
    },
) {
  const open = createStore<OpenTool | null>(null);
  const finding = createStore<FindRequest | null>(null);
  const { editor, session, chooseFiles, imports, comments, snippets, insertSnippet } = articleSession;
  const context: BlockContext = {
    editor,
    session,
    chooseFiles,
    beginComment: () => comments.ask("begin"),
    snippets: {
      ...snippets,
      // The dialog returns the focus to the article, not to a closed menu.
      ask(kind) {
        editor.view.focus();
        snippets.ask(kind);
      },
    },
    insertSnippet,
  };
  const { notice, offered } = editor.storage.pasteInput;
  const close = () => {
    open.set(null);
    finding.set(null);
  };
  return {
    context,
    open,
    /** Null while the find panel is closed. */
    finding,
    notice,
    offered,
    fetchOffered(): void {
      imports.fetch(offered.get());
      offered.set([]);
    },
    close,
    /** Reports that a requested tool could not be loaded. Blurs the article, which must not receive the next keys. */
    failed(): void {
      close();
      editor.view.dom.blur();
      notice.set(messages.writing.notLoaded);
    },
    /** Reports that a tool that opens by itself could not be loaded. */
    missing: () => notice.set(messages.writing.notLoaded),
  };
}
