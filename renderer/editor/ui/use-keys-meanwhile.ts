import { useEffect } from "react";
import { listenTo } from "./lib/dom.ts";

const MAX_LETTERS = 500;

/** Keys typed while a part loads go into its field, not over the selected text. @param giveUp for Escape */
export function useKeysMeanwhile(awaited: boolean, giveUp: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what Escape does is no reason to begin again
  useEffect(() => (awaited ? holdKeys(giveUp) : undefined), [awaited]);
}

/** A key that writes or edits text. AltGr counts as Ctrl and Alt. */
function isTyped(event: KeyboardEvent): boolean {
  if (writesSign(event)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return /^(Backspace|Delete|Enter|Tab|Escape)$/.test(event.key);
}

const writesSign = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && (event.ctrlKey === event.altKey || event.getModifierState("AltGraph"));

/** @returns ends it: the held text goes into the focused field */
function holdKeys(giveUp: () => void): () => void {
  let letters = "";
  const hold = (event: KeyboardEvent) => {
    if (!isTyped(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (writesSign(event)) letters = (letters + event.key).slice(0, MAX_LETTERS);
    else if (event.key === "Backspace") letters = letters.slice(0, -1);
    else if (event.key === "Escape") {
      letters = "";
      giveUp();
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
    // The field is focused by an effect of the same turn.
    if (letters !== "") queueMicrotask(() => putInto(document.activeElement, letters));
  };
}

function putInto(field: Element | null, letters: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // As if typed: the field's own listeners hear of it.
  document.execCommand("insertText", false, letters);
}
