import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ArticleSession } from "../client/article-session.ts";
import { whenIdle } from "../ui/lib/later.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { placeInSight } from "../ui/place-in-sight.ts";
import { createWordCounter } from "../writing/counts/count-words.ts";
import { entryAt, type OutlineEntry, readOutline } from "./read-outline.ts";

/** ms after the last change, then when the page is idle. */
const PAUSE_MS = 250;

export interface ShownOutline {
  /** As of the last pause. */
  entries: readonly OutlineEntry[];
  /** The row of the current place in the article; -1 for none. */
  here: number;
  /** Reads the article now. */
  readNow(): readonly OutlineEntry[];
}

/** The outline, updated in pauses, and the current place in it. */
export function useOutline({ editor, comments }: Pick<ArticleSession, "editor" | "comments">): ShownOutline {
  const language = useStore(editor.storage.articleLanguage.language);
  const marked = useStore(comments.marked);
  const counter = useMemo(() => createWordCounter(language), [language]);
  const read = () => readOutline(editor.state.doc, marked, (block) => counter.count(block).words);
  const [entries, setEntries] = useState<readonly OutlineEntry[]>(read);
  const [here, setHere] = useState(() => entryAt(entries, placeInSight(editor.view)));
  const known = useRef(entries);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is new with these
  const readNow = useCallback(() => {
    const next = read();
    known.current = next;
    setEntries(next);
    setHere(entryAt(next, placeInSight(editor.view)));
    return next;
  }, [editor, marked, counter]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let takeBack = () => {};
    const later = () => {
      clearTimeout(timer);
      takeBack();
      timer = setTimeout(() => {
        takeBack = whenIdle(() => void readNow());
      }, PAUSE_MS);
    };
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) =>
      void (transaction.docChanged && later());
    readNow();
    editor.on("transaction", changed);
    return () => {
      clearTimeout(timer);
      takeBack();
      editor.off("transaction", changed);
    };
  }, [editor, readNow]);

  useEffect(() => {
    let frame = 0;
    const moved = () => setHere(entryAt(known.current, editor.state.selection.head));
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHere(entryAt(known.current, placeInSight(editor.view))));
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
