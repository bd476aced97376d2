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
      const { doc, selection } = articleSession.editor.state;
      if (begun.current) caret.remember(doc, selection.head);
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
const CARETS = "carets";
/** Number of characters before the cursor that identify its place. */
const TEXT_BEFORE = 32;

interface Caret {
  position: number;
  before: string;
}

/** The last cursor in an article, stored in the browser. In a changed article it is after the same text. */
export function caretMemory(memory: Memory, sessionId: string) {
  return {
    find(doc: Node): number | null {
      const caret = readCarets(memory).find(([id]) => id === sessionId)?.[1];
      if (caret === undefined) return null;
      const nearest = Math.min(caret.position, doc.content.size);
      const distance = (place: number) => Math.abs(place - caret.position);
      const places = textBefore(doc, nearest) === caret.before ? [] : placesAfter(doc, caret.before);
      return places.sort((one, other) => distance(one) - distance(other))[0] ?? nearest;
    },
    remember(doc: Node, position: number): void {
      const others = readCarets(memory).filter(([id]) => id !== sessionId);
      const caret: Caret = { position, before: textBefore(doc, position) };
      memory.set(CARETS, JSON.stringify([[sessionId, caret], ...others].slice(0, MAX_CARETS)));
    },
  };
}

/** The positions after each occurrence of a text. */
function placesAfter(doc: Node, text: string): number[] {
  const places: number[] = [];
  doc.descendants((node, start) => {
    if (!node.isTextblock || text === "") return text !== "";
    // A leaf counts as one character, so that text offsets equal positions.
    const all = node.textBetween(0, node.content.size, undefined, LEAF);
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) places.push(start + 1 + at + text.length);
    return false;
  });
  return places;
}

const LEAF = "\ufffc";

function textBefore(doc: Node, position: number): string {
  const { parent, parentOffset } = doc.resolve(position);
  if (!parent.isTextblock) return "";
  return parent.textBetween(Math.max(0, parentOffset - TEXT_BEFORE), parentOffset, undefined, LEAF);
}

/** Newest first. Validated, because other pages of this origin can write to the same storage. */
function readCarets(memory: Memory): [id: string, caret: Caret][] {
  try {
    const kept: unknown = JSON.parse(memory.get(CARETS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, Caret] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { position, before } = (entry[1] ?? {}) as Partial<Caret>;
  return Number.isSafeInteger(position) && Number(position) >= 0 && typeof before === "string";
}
