import type { Editor } from "@tiptap/core";
import { useEffect, useMemo, useState } from "react";
import { type Counts, createWordCounter } from "./count-words.ts";

export interface ShownCounts {
  whole: Counts;
  /** Of the selection; null where nothing is selected. */
  selected: Counts | null;
}

/** ms after the last change until it is counted, when the page has nothing else to do. */
const PAUSE = 200;

/** The counts of the article, a moment behind what is typed. */
export function useCounts(editor: Editor, language: string): ShownCounts {
  const counter = useMemo(() => createWordCounter(language), [language]);
  const [shown, setShown] = useState<ShownCounts>(() => countAll());

  function countAll(): ShownCounts {
    const { doc, selection } = editor.state;
    const { from, to } = selection;
    return { whole: counter.count(doc), selected: from === to ? null : counter.countBetween(doc, from, to) };
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: countAll is new with the counter
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let idle = 0;
    const whenIdle = window.requestIdleCallback ?? window.requestAnimationFrame;
    const cancel = window.cancelIdleCallback ?? window.cancelAnimationFrame;
    const later = () => {
      clearTimeout(timer);
      cancel(idle);
      timer = setTimeout(() => {
        idle = whenIdle(() => setShown(countAll()));
      }, PAUSE);
    };
    const onTransaction = () => later();
    later();
    editor.on("update", onTransaction);
    editor.on("selectionUpdate", onTransaction);
    return () => {
      clearTimeout(timer);
      cancel(idle);
      editor.off("update", onTransaction);
      editor.off("selectionUpdate", onTransaction);
    };
  }, [editor, counter]);
  return shown;
}
