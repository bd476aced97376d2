/** What follows from who has the writing lease: whether one can write here, and which words are worth a look. */
import type { Editor } from "@tiptap/core";
import type { Schedule } from "../client/connection.ts";
import { editorAmong, type Presence } from "./presence.ts";

export interface WritingLeaseParts {
  presence: Presence;
  editor: Editor;
  schedule: Schedule;
  /** This tab may write no more: its last words are to be where others find them. */
  lost(): void;
  /** Shows the current version where that is newer than what stands here and nothing is unsaved. */
  catchUp(): Promise<void>;
  /** Offers the unsaved words of others anew. */
  offerAgain(): Promise<void>;
}

/** From a take-over to the moment when whoever was editing has been told, and the last words have come from there. */
const LAST_WORDS_MS = 2_000;

/** Follows the writing lease for as long as the page is there. @returns how to take it */
export function followWritingLease({
  presence,
  editor,
  schedule,
  lost,
  catchUp,
  offerAgain,
}: WritingLeaseParts): () => void {
  // A failure of these is the connection's to tell.
  const quietly = (work: () => Promise<void>) => void work().catch(() => undefined);
  let { mode, others } = presence.state.get();
  presence.state.subscribe(() => {
    const before = { mode, wasFree: editorAmong(others) === null };
    ({ mode, others } = presence.state.get());
    // Whoever left may have left words behind.
    if (mode === "reading" && !before.wasFree && editorAmong(others) === null) quietly(offerAgain);
    if (mode === before.mode) return;
    // Whether one can write is asked for again at every transaction.
    editor.view.dispatch(editor.state.tr);
    if (mode === "reading") lost();
  });
  return () => {
    presence.takeOver();
    quietly(catchUp);
    schedule(LAST_WORDS_MS, () => quietly(offerAgain));
  };
}
