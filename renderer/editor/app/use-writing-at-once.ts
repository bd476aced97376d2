import type { Node } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { useEffect, useMemo, useRef } from "react";
import { isCaptioned } from "../article/nodes/media/media-commands.ts";
import { caretMemory } from "./caret-memory.ts";
import type { OpenSession } from "./open-session.ts";

/** Focuses the article when it can be edited, with the last cursor, unless another element has the focus. */
export function useWritingAtOnce(articleSession: OpenSession, reading: boolean): void {
  const begun = useRef(false);
  const { memory, session } = articleSession;
  const caret = useMemo(() => caretMemory(memory, session.session_id), [memory, session]);
  useEffect(() => {
    if (reading || !isFocusFree()) return;
    const { view } = articleSession.editor;
    if (!begun.current) {
      begun.current = true;
      const { doc, tr } = view.state;
      const left = caret.find(doc);
      const selection = left === null ? firstWords(doc) : Selection.near(doc.resolve(left));
      view.dispatch(tr.setSelection(selection).setMeta("addToHistory", false));
    }
    focusWithCursor(view);
    view.dispatch(view.state.tr.scrollIntoView());
  }, [articleSession, caret, reading]);

  useEffect(() => {
    const remember = () => {
      const { doc, selection } = articleSession.editor.state;
      if (begun.current) caret.remember(doc, selection.head);
    };
    const onHidden = () => document.visibilityState === "hidden" && remember();
    // Also with each stored draft: a killed tab sends no event.
    const { state } = articleSession.drafts;
    const endStored = state.subscribe(() => state.get().unsaved && state.get().onComputer && remember());
    window.addEventListener("pagehide", remember);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      endStored();
      window.removeEventListener("pagehide", remember);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [articleSession, caret]);
}

/** Sets the cursor before the focus: Chromium loses its own one with the first block inserted before an empty line. */
function focusWithCursor(view: EditorView): void {
  const { node, offset } = view.domAtPos(view.state.selection.head);
  document.getSelection()?.collapse(node, offset);
  view.focus();
}

function isFocusFree(): boolean {
  const at = document.activeElement;
  return (at === null || at === document.body) && document.querySelector("dialog:modal") === null;
}

function firstWords(doc: Node): Selection {
  let start: number | null = null;
  doc.descendants((node, position) => {
    if (start === null && node.isTextblock && !isCaptioned(node)) start = position + 1;
    return start === null;
  });
  return start === null ? Selection.atStart(doc) : TextSelection.create(doc, start);
}
