/** Buffers what the journalist types while a requested tool loads, and inserts it into the tool's field. */
import { useEffect } from "react";
import { listenTo } from "./lib/dom.ts";

const MAX_LETTERS = 500;

/** @param isLoading whether a tool with a field is loading @param cancel called on Escape; closes the tool */
export function useKeyBuffer(isLoading: boolean, cancel: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `cancel` must not begin a new buffer
  useEffect(() => (isLoading ? bufferKeys(cancel) : undefined), [isLoading]);
}

/** Whether a key types a character. AltGr counts as Ctrl and Alt. */
const typesCharacter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && (event.ctrlKey === event.altKey || event.getModifierState("AltGraph")) && !event.metaKey;

const EDITS = /^(?:Backspace|Delete|Enter|Tab|Escape)$/;

/** Returns a function that ends the buffer and inserts its text into the focused field. */
function bufferKeys(cancel: () => void): () => void {
  let letters = "";
  const hold = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const keydown = (event: KeyboardEvent) => {
    const isCharacter = typesCharacter(event);
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!isCharacter && (isCommand || !EDITS.test(event.key))) return;
    hold(event);
    if (isCharacter) letters = (letters + event.key).slice(0, MAX_LETTERS);
    else if (event.key === "Backspace") letters = letters.slice(0, -1);
    else if (event.key === "Escape") {
      letters = "";
      cancel();
    }
  };
  const paste = (event: ClipboardEvent) => {
    hold(event);
    letters = (letters + (event.clipboardData?.getData("text/plain") ?? "")).slice(0, MAX_LETTERS);
  };
  const release = listenTo(document, { keydown, paste }, { capture: true });
  return () => {
    release();
    // An effect of the same turn focuses the field.
    queueMicrotask(() => {
      const field = document.activeElement;
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      // Fires the field's own listeners, like typing.
      if (isField && letters !== "") document.execCommand("insertText", false, letters);
    });
  };
}
