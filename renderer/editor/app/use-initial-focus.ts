import type { Node } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { useEffect, useMemo, useRef } from "react";
import { isCaptioned } from "../article/commands/block-places.ts";
import type { Memory } from "../ui/lib/browser.ts";
import { listenTo } from "../ui/lib/dom.ts";
import type { OpenSession } from "./open-session.ts";

/** Focuses an editable article at the last cursor position, unless another element has the focus. */
export function useInitialFocus(articleSession: OpenSession, reading: boolean): void {
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
      const selection = left === null ? firstTextblock(doc) : Selection.near(doc.resolve(left));
      view.dispatch(tr.setSelection(selection).setMeta("addToHistory", false));
    }
    focusWithCursor(view);
    view.dispatch(view.state.tr.scrollIntoView());
  }, [articleSession, caret, reading]);

  useEffect(() => {
    const remember = () => {
      if (begun.current) caret.remember(articleSession.editor.state.selection.head);
    };
    const onHidden = () => document.visibilityState === "hidden" && remember();
    // Also on each stored draft, because a killed tab sends no event.
    const { state } = articleSession.drafts;
    const ends = [
      state.subscribe(() => state.get().unsaved && state.get().onComputer && remember()),
      listenTo(window, { pagehide: remember }),
      listenTo(document, { visibilitychange: onHidden }),
    ];
    return () => ends.forEach((end) => void end());
  }, [articleSession, caret]);
}

/** Sets the DOM cursor before the focus: otherwise Chromium loses it when a block is inserted before an empty line. */
function focusWithCursor(view: EditorView): void {
  const { node, offset } = view.domAtPos(view.state.selection.head);
  document.getSelection()?.collapse(node, offset);
  view.focus();
}

function isFocusFree(): boolean {
  const at = document.activeElement;
  return (at === null || at === document.body) && document.querySelector("dialog:modal") === null;
}

function firstTextblock(doc: Node): Selection {
  let start: number | null = null;
  doc.descendants((node, position) => {
    if (start === null && node.isTextblock && !isCaptioned(node)) start = position + 1;
    return start === null;
  });
  return start === null ? Selection.atStart(doc) : TextSelection.create(doc, start);
}

const MAX_CARETS = 50;
const CARETS = "cursors";

/** The last cursor position in an article, stored in the browser. */
export function caretMemory(memory: Memory, sessionId: string) {
  return {
    find(doc: Node): number | null {
      const position = readCarets(memory).find(([id]) => id === sessionId)?.[1];
      return position === undefined ? null : Math.min(position, doc.content.size);
    },
    remember(position: number): void {
      const others = readCarets(memory).filter(([id]) => id !== sessionId);
      memory.set(CARETS, JSON.stringify([[sessionId, position], ...others].slice(0, MAX_CARETS)));
    },
  };
}

/** Newest first. Validated, because other pages of this origin can write to the same storage. */
function readCarets(memory: Memory): [id: string, position: number][] {
  try {
    const kept: unknown = JSON.parse(memory.get(CARETS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]) && entry[1] >= 0;
}
