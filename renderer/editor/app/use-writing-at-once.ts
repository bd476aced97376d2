import type { Node } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { useEffect, useMemo, useRef } from "react";
import { isCaptioned } from "../article/nodes/block-moves.ts";
import type { Memory } from "../lib/memory.ts";
import type { ArticleSession } from "../session/article-session.ts";

/**
 * The first words typed go into the article: it has the focus as soon as one can write, with the cursor where one left
 * off. A field, a button or a dialog that somebody is at already keeps it.
 */
export function useWritingAtOnce(articleSession: ArticleSession, reading: boolean): void {
  const begun = useRef(false);
  const { memory, session } = articleSession;
  const caret = useMemo(() => caretMemory(memory, session.session_id), [memory, session]);
  useEffect(() => {
    if (reading || !isNobodyElsewhere()) return;
    const { view } = articleSession.editor;
    if (!begun.current) {
      begun.current = true;
      const { doc, tr } = view.state;
      const left = caret.get();
      const selection = left === null ? firstWords(doc) : Selection.near(doc.resolve(Math.min(left, doc.content.size)));
      view.dispatch(tr.setSelection(selection).setMeta("addToHistory", false));
    }
    focusWithCursor(view);
    view.dispatch(view.state.tr.scrollIntoView());
  }, [articleSession, caret, reading]);

  useEffect(() => {
    const remember = () => {
      if (begun.current) caret.set(articleSession.editor.state.selection.head);
    };
    const onHidden = () => document.visibilityState === "hidden" && remember();
    window.addEventListener("pagehide", remember);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
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

/** Articles that are remembered. */
const MOST_CARETS = 50;
const CARETS = "carets";

/** Where somebody left off, in the articles that this browser had open last. */
interface CaretMemory {
  /** A position in the document as it was then; null where nothing is remembered. */
  get(): number | null;
  set(position: number): void;
}

function caretMemory(memory: Memory, sessionId: string): CaretMemory {
  return {
    get: () => readCarets(memory).find(([id]) => id === sessionId)?.[1] ?? null,
    set(position) {
      const others = readCarets(memory).filter(([id]) => id !== sessionId);
      memory.set(CARETS, JSON.stringify([[sessionId, position], ...others].slice(0, MOST_CARETS)));
    },
  };
}

/** The newest first. Other pages of this address may have written anything there. */
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
