import { useEffect } from "react";

/** Letters that are held; nobody types more before a part is there. */
const MAX_LETTERS = 500;

/**
 * Between asking for a part by key and its field being there, what is typed is meant for that field: without this it
 * would be written into the article, over the very words that are selected.
 * @param awaited the part was asked for and is still being loaded
 * @param giveUp for Escape
 */
export function useKeysMeanwhile(awaited: boolean, giveUp: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what Escape does is no reason to begin again
  useEffect(() => (awaited ? holdKeys(giveUp) : undefined), [awaited]);
}

/** @returns ends it: what was typed goes into the field that has, or now gets, the focus */
function holdKeys(giveUp: () => void): () => void {
  let letters = "";
  const hold = (event: KeyboardEvent) => {
    // AltGr, with which some layouts write their signs, is told as Ctrl and Alt.
    const writes = event.key.length === 1 && (event.ctrlKey === event.altKey || event.getModifierState("AltGraph"));
    if (!writes && (event.ctrlKey || event.metaKey || event.altKey)) return;
    if (!writes && !/^(Backspace|Delete|Enter|Tab|Escape)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (writes) letters = (letters + event.key).slice(0, MAX_LETTERS);
    else if (event.key === "Backspace") letters = letters.slice(0, -1);
    else if (event.key === "Escape") {
      letters = "";
      giveUp();
    }
  };
  document.addEventListener("keydown", hold, { capture: true });
  return () => {
    document.removeEventListener("keydown", hold, { capture: true });
    // The field is focused by an effect of the same turn.
    if (letters !== "") queueMicrotask(() => putInto(document.activeElement, letters));
  };
}

function putInto(field: Element | null, letters: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // As if typed: the field's own listeners hear of it.
  document.execCommand("insertText", false, letters);
}
