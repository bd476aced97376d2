import type { Node } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { useEffect, useMemo, useRef } from "react";
import { isCaptioned } from "../article/nodes/media/media-commands.ts";
import { caretMemory } from "./caret-memory.ts";
import type { OpenSession } from "./open-session.ts";

/**
 * The first words typed go into the article: it has the focus as soon as one can write, with the cursor where one left
 * off. A field, a button or a dialog that somebody is at already keeps it.
 */
export function useWritingAtOnce(articleSession: OpenSession, reading: boolean): void {
  const begun = useRef(false);
  const { memory, session } = articleSession;
  const caret = useMemo(() => caretMemory(memory, session.session_id), [memory, session]);
  useEffect(() => {
    if (reading || !isNobodyElsewhere()) return;
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
    // With the words that are stored while one writes: a tab that is killed, or is too slow to say that it goes, leaves both.
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

/**
 * Gives the text the focus with the browser's cursor set first. Where Chromium chooses a cursor itself, it loses it with
 * the first block that comes in before an empty paragraph, and every letter after that.
 */
function focusWithCursor(view: EditorView): void {
  const { node, offset } = view.domAtPos(view.state.selection.head);
  document.getSelection()?.collapse(node, offset);
  view.focus();
}

function isNobodyElsewhere(): boolean {
  const at = document.activeElement;
  return (at === null || at === document.body) && document.querySelector("dialog:modal") === null;
}

/** At the first line of text; the caption of a picture above it does not count. */
function firstWords(doc: Node): Selection {
  let start: number | null = null;
  doc.descendants((node, position) => {
    if (start === null && node.isTextblock && !isCaptioned(node)) start = position + 1;
    return start === null;
  });
  return start === null ? Selection.atStart(doc) : TextSelection.create(doc, start);
}
