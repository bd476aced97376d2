import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { afterPaint } from "../ui/lib/later.ts";

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
    let isUnmounted = false;
    const read = () => {
      isDue = false;
      if (isUnmounted) return;
      const next = latest.current();
      setState((before) => (isSame(before, next) ? before : next));
    };
    const later = () => {
      if (isDue) return;
      isDue = true;
      afterPaint(read);
    };
    read();
    editor.on("transaction", later);
    return () => {
      isUnmounted = true;
      editor.off("transaction", later);
    };
  }, [editor]);
  return state;
}

function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.keys(one).every((key) => Object.is(one[key], other[key]));
}
