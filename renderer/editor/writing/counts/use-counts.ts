import type { Editor } from "@tiptap/core";
import { useEffect, useMemo, useState } from "react";
import { whenIdle } from "../../ui/lib/later.ts";
import { type Counts, createWordCounter } from "./count-words.ts";

export interface ShownCounts {
  whole: Counts;
  selected: Counts | null;
}

const PAUSE_MS = 200;

export function useCounts(editor: Editor, language: string): ShownCounts {
  const counter = useMemo(() => createWordCounter(language), [language]);
  const [shown, setShown] = useState<ShownCounts>(() => countAll());

  function countAll(): ShownCounts {
    const { doc, selection } = editor.state;
    const { from, to } = selection;
    const selected = from === to ? null : counter.countBetween(doc, from, to);
    return { whole: counter.count(doc), selected: selected?.characters === 0 ? null : selected };
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: countAll is new with the counter
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let takeBack = () => {};
    const later = () => {
      clearTimeout(timer);
      takeBack();
      timer = setTimeout(() => {
        takeBack = whenIdle(() => setShown(countAll()));
      }, PAUSE_MS);
    };
    later();
    editor.on("update", later);
    editor.on("selectionUpdate", later);
    return () => {
      clearTimeout(timer);
      takeBack();
      editor.off("update", later);
      editor.off("selectionUpdate", later);
    };
  }, [editor, counter]);
  return shown;
}
