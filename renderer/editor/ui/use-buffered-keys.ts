import { useEffect } from "react";
import { listenTo } from "./lib/dom.ts";

const MAX_LETTERS = 500;

/** Buffers keys while `loading`, then inserts them into the focused field. @param cancel called on Escape */
export function useBufferedKeys(loading: boolean, cancel: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `cancel` must not restart the buffer
  useEffect(() => (loading ? bufferKeys(cancel) : undefined), [loading]);
}

/** Whether a key types or edits text. AltGr counts as Ctrl and Alt. */
function isTyped(event: KeyboardEvent): boolean {
  if (typesCharacter(event)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return /^(Backspace|Delete|Enter|Tab|Escape)$/.test(event.key);
}

const typesCharacter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && (event.ctrlKey === event.altKey || event.getModifierState("AltGraph"));

/** @returns ends the buffer and inserts the text into the focused field */
function bufferKeys(cancel: () => void): () => void {
  let letters = "";
  const hold = (event: KeyboardEvent) => {
    if (!isTyped(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (typesCharacter(event)) letters = (letters + event.key).slice(0, MAX_LETTERS);
    else if (event.key === "Backspace") letters = letters.slice(0, -1);
    else if (event.key === "Escape") {
      letters = "";
      cancel();
    }
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    letters = (letters + (event.clipboardData?.getData("text/plain") ?? "")).slice(0, MAX_LETTERS);
  };
  const release = listenTo(document, { keydown: hold, paste }, { capture: true });
  return () => {
    release();
    // An effect of the same turn focuses the field.
    if (letters !== "") queueMicrotask(() => putInto(document.activeElement, letters));
  };
}

function putInto(field: Element | null, letters: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // Fires the field's own listeners, like typing.
  document.execCommand("insertText", false, letters);
}
