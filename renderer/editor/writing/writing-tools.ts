import { shallowEqual } from "@mantine/hooks";
import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import type { ArticleSession } from "../client/article-session.ts";
import type { Comments } from "../comments/comment-state.ts";
import { messages } from "../messages/index.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { createStore } from "../ui/lib/store.ts";
import type { Imports } from "../uploads/imports.ts";
import type { BlockContext } from "./choices/catalog.ts";

/** The open overlay; only one at a time. */
export type OpenTool = "insert" | "insertHere" | "more" | "blockMenu" | "link" | "shortcuts";

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
  const { editor, imports, comments, snippets } = articleSession;
  const context: BlockContext = {
    ...articleSession,
    beginComment: () => comments.ask("begin"),
    snippets: {
      ...snippets,
      // The dialog returns the focus to the article, not to a closed menu.
      ask(kind) {
        editor.view.focus();
        snippets.ask(kind);
      },
    },
  };
  const { notice, offered } = editor.storage.pasteInput;
  const close = () => {
    open.set(null);
    finding.set(null);
  };
  return {
    context,
    open,
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

/** Editor state for the tools, one frame late so that typing is painted first. @param select returns plain values */
export function useDeferredEditorState<State extends Record<string, unknown>>(
  editor: Editor,
  select: () => State,
): State {
  const [state, setState] = useState(select);
  const latest = useRef(select);
  latest.current = select;

  useEffect(() => {
    let isDue = false;
    const read = () => {
      isDue = false;
      const next = latest.current();
      setState((before) => (shallowEqual(before, next) ? before : next));
    };
    const later = () => {
      if (isDue) return;
      isDue = true;
      afterPaint(read);
    };
    read();
    editor.on("transaction", later);
    return () => void editor.off("transaction", later);
  }, [editor]);
  return state;
}
