/** What is typed after a "/" that asks for the menu of blocks. */
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { TextSelection } from "@tiptap/pm/state";

export interface SlashQuery {
  /** Position of the "/". */
  from: number;
  /** What follows it up to the cursor. */
  text: string;
}

export interface SlashState {
  open: SlashQuery | null;
  /** Position of a "/" that somebody wants as a mere character. */
  dismissed: number | null;
}

export const NO_SLASH: SlashState = { open: null, dismissed: null };

/** Longest query, in UTF-16 units: what is longer is no search for a block. */
const MAX_QUERY = 30;

/** Where a block can be asked for: not in captions, summaries, buttons and code. */
const PLACES = new Set(["paragraph", "heading"]);

/** The query at the cursor; null where there is none. Looks at the last few characters, whatever the block's length. */
function queryAtCursor(state: EditorState): SlashQuery | null {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $from } = selection;
  if (!PLACES.has($from.parent.type.name) || $from.marks().some((mark) => mark.type.spec.code)) return null;
  // Two more than the longest query with its "/": what stands before the "/" decides.
  const start = Math.max(0, $from.parentOffset - MAX_QUERY - 2);
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, "\ufffc");
  const found = /(?:^|\s)\/((?:[^\s/][^/]*)?)$/u.exec(before);
  const text = found?.[1];
  if (text === undefined || text.length > MAX_QUERY || (start > 0 && found?.[0].startsWith("/"))) return null;
  return { from: $from.pos - text.length - 1, text };
}

/** The state after a transaction: the menu opens at a "/" just typed and lives as long as the cursor is behind it. */
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

/** Not pasted, dropped, undone or put there by the program. */
function isTyped(tr: Transaction): boolean {
  return tr.docChanged && ["uiEvent", "history$", "preventUpdate"].every((key) => tr.getMeta(key) === undefined);
}
