import type { EditorState, Transaction } from "@tiptap/pm/state";
import { TextSelection } from "@tiptap/pm/state";

export interface SlashQuery {
  from: number;
  text: string;
}

export interface SlashState {
  open: SlashQuery | null;
  /** Position of a "/" whose menu was closed. */
  dismissed: number | null;
}

export const NO_SLASH: SlashState = { open: null, dismissed: null };

const MAX_QUERY = 30;

/** Not in captions, summaries, buttons and code. */
const PLACES = new Set(["paragraph", "heading"]);

/** The query at the cursor, else null. Reads only the last few characters. */
function queryAtCursor(state: EditorState): SlashQuery | null {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $from } = selection;
  if (!PLACES.has($from.parent.type.name) || $from.marks().some((mark) => mark.type.spec.code)) return null;
  // The character before the "/" counts, too.
  const start = Math.max(0, $from.parentOffset - MAX_QUERY - 2);
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, "\ufffc");
  const found = /(?:^|\s)\/((?:[^\s/][^/]*)?)$/u.exec(before);
  const text = found?.[1];
  if (text === undefined || text.length > MAX_QUERY || (start > 0 && found?.[0].startsWith("/"))) return null;
  return { from: $from.pos - text.length - 1, text };
}

/** The menu opens at a "/" just typed, and stays while the cursor is after it. */
export function nextSlash(old: SlashState, tr: Transaction, state: EditorState): SlashState {
  if (!tr.docChanged && !tr.selectionSet) return old;
  const mapped = (position: number | null) => {
    if (position === null) return null;
    const result = tr.mapping.mapResult(position, 1);
    return result.deletedAfter ? null : result.pos;
  };
  const dismissed = mapped(old.dismissed);
  const query = queryAtCursor(state);
  if (query === null || query.from === dismissed) return { open: null, dismissed };
  const goesOn = old.open !== null && mapped(old.open.from) === query.from;
  return { open: goesOn || (isTyped(tr) && query.text === "") ? query : null, dismissed };
}

/** Not pasted, dropped, undone or inserted by code. */
function isTyped(tr: Transaction): boolean {
  return tr.docChanged && ["uiEvent", "history$", "preventUpdate"].every((key) => tr.getMeta(key) === undefined);
}
