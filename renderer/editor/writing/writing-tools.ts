import type { ArticleSession } from "../client/article-session.ts";
import type { Comments } from "../comments/comment-state.ts";
import { messages } from "../messages/index.ts";
import { createStore } from "../ui/lib/store.ts";
import type { Imports } from "../uploads/imports.ts";
import type { BlockContext } from "./choices/block-choice.ts";

/** What opens over the page, one at a time. */
export type OpenTool = "insert" | "insertHere" | "more" | "blockMenu" | "link" | "shortcuts" | "counts";

/** Find and replace was asked for; each time is an object of its own. */
export interface FindRequest {
  replacing: boolean;
  /** The field that gets the focus; the one for the words to find where absent. */
  field?: "replacement";
}

export type WritingTools = ReturnType<typeof createWritingTools>;

/** What the toolbar, the keys and the menus over the text share. */
export function createWritingTools(
  articleSession: Pick<ArticleSession, "editor" | "session"> &
    Pick<BlockContext, "chooseFiles" | "snippets" | "insertSnippet"> & {
      imports: Pick<Imports, "fetch">;
      comments: Pick<Comments, "ask">;
    },
) {
  const open = createStore<OpenTool | null>(null);
  const finding = createStore<FindRequest | null>(null);
  const keysHeld = createStore(false);
  const { editor, session, chooseFiles, imports, comments, snippets, insertSnippet } = articleSession;
  const context: BlockContext = {
    editor,
    session,
    chooseFiles,
    beginComment: () => comments.ask("begin"),
    snippets: {
      ...snippets,
      // What opens gives the keys back to where they were: to the article, not to a menu that is gone by then.
      ask(kind) {
        editor.view.focus();
        snippets.ask(kind);
      },
    },
    insertSnippet,
  };
  const { said, offered } = editor.storage.pasteInput;
  return {
    context,
    open,
    /** The panel of find and replace; null while it is closed. */
    finding,
    /** A sentence about a tool that could not do what was asked; "" for none. */
    said,
    /** Addresses of pictures of the last paste that may be fetched; [] for none. */
    offered,
    /** Has the offered pictures fetched into their places. */
    fetchOffered(): void {
      imports.fetch(offered.get());
      offered.set([]);
    },
    /** Whether keys are kept from the article: they are meant for a tool that could not be loaded. */
    keysHeld,
    /** Says that a tool that was asked for could not be loaded. */
    failed(): void {
      open.set(null);
      finding.set(null);
      keysHeld.set(editor.isFocused);
      said.set(editor.isFocused ? messages.writing.notLoadedKeys : messages.writing.notLoaded);
    },
    /** Says that a tool that comes by itself could not be loaded. */
    missing: () => said.set(messages.writing.notLoaded),
    /** Gives the keys back to the article. */
    releaseKeys(): void {
      keysHeld.set(false);
      said.set("");
    },
  };
}
