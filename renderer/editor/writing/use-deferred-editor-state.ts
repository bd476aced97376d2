import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { afterPaint } from "../ui/lib/later.ts";

/** Editor state for the tools, one frame late, so that typing is painted first. @param select plain values */
export function useDeferredEditorState<State extends Record<string, unknown>>(
  editor: Editor,
  select: () => State,
): State {
  const [state, setState] = useState(select);
  const latest = useRef(select);
  latest.current = select;

  useEffect(() => {
    let isDue = false;
    let isGone = false;
    const ask = () => {
      isDue = false;
      if (isGone) return;
      const next = latest.current();
      setState((before) => (isSame(before, next) ? before : next));
    };
    const later = () => {
      if (isDue) return;
      isDue = true;
      afterPaint(ask);
    };
    ask();
    editor.on("transaction", later);
    return () => {
      isGone = true;
      editor.off("transaction", later);
    };
  }, [editor]);
  return state;
}

function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.keys(one).every((key) => Object.is(one[key], other[key]));
}
