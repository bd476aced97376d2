import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ArticleSession } from "../client/article-session.ts";
import { afterPause } from "../ui/lib/later.ts";
import { useStore } from "../ui/lib/store.ts";
import { visiblePosition } from "../ui/visible-area.ts";
import { createWordCounter } from "../writing/counts/count-words.ts";
import { entryAt, type OutlineEntry, readOutline } from "./read-outline.ts";

const PAUSE_MS = 250;

/** @returns `here` is the row of the current place in the article; -1 for none */
export function useOutline({ editor, comments }: Pick<ArticleSession, "editor" | "comments">) {
  const language = useStore(editor.storage.articleLanguage.language);
  const marked = useStore(comments.marked);
  const count = useMemo(() => createWordCounter(language), [language]);
  const read = () => readOutline(editor.state.doc, marked, (block) => count(block).words);
  const [entries, setEntries] = useState<readonly OutlineEntry[]>(read);
  const [here, setHere] = useState(() => entryAt(entries, visiblePosition(editor.view)));
  const known = useRef(entries);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` changes with these
  const readNow = useCallback(() => {
    const next = read();
    known.current = next;
    setEntries(next);
    setHere(entryAt(next, visiblePosition(editor.view)));
    return next;
  }, [editor, marked, count]);

  useEffect(() => {
    const { call, cancel } = afterPause(readNow, PAUSE_MS);
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) =>
      void (transaction.docChanged && call());
    readNow();
    editor.on("transaction", changed);
    return () => {
      cancel();
      editor.off("transaction", changed);
    };
  }, [editor, readNow]);

  useEffect(() => {
    let frame = 0;
    const moved = () => setHere(entryAt(known.current, editor.state.selection.head));
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHere(entryAt(known.current, visiblePosition(editor.view))));
    };
    editor.on("selectionUpdate", moved);
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      editor.off("selectionUpdate", moved);
      window.removeEventListener("scroll", scrolled);
    };
  }, [editor]);

  return { entries, here, readNow };
}

/** Scrolls to an entry and puts the cursor into its text, or selects a block without text. */
export function goToEntry(editor: Editor, { kind, from, to }: OutlineEntry): void {
  const { doc, tr } = editor.state;
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const selectsBlock =
    block?.isBlock === true && NodeSelection.isSelectable(block) && !TAKES_CURSOR.has(block.type.name);
  const selection = selectsBlock
    ? NodeSelection.create(doc, from)
    : kind === "comment"
      ? TextSelection.between(doc.resolve(from), doc.resolve(to))
      : TextSelection.near(doc.resolve(from + 1));
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView());
  const dom = kind === "comment" ? null : editor.view.nodeDOM(from);
  // Shows a heading at the top, with the text below it.
  if (dom instanceof HTMLElement) dom.scrollIntoView({ block: kind === "heading" ? "start" : "nearest" });
}

/** Selectable blocks where the cursor goes into the text. */
const TAKES_CURSOR: ReadonlySet<string> = new Set(["heading", "table", "customContainer"]);
