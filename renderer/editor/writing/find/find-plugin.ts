/** The highlights of what was found, and the going from one to the next. There while the panel is open. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createStore, type Readable } from "../../lib/store.ts";
import { clearView } from "../../ui/clear-view.ts";
import { createFinder, type Finder, type FindQuery, MAX_MATCHES, type Match } from "./find-matches.ts";

export interface Found {
  /** Matches, at most MAX_MATCHES. */
  count: number;
  /** Number of the one that is gone to, from 1; 0 while there is none. */
  current: number;
}

export interface Find {
  readonly found: Readable<Found>;
  /** Looks for other words, from the cursor on. */
  look(query: FindQuery): void;
  go(direction: 1 | -1): void;
  /** Replaces the match that is gone to and goes to the next one. */
  replace(words: string): void;
  /** Replaces every match in one undo step. @returns how many */
  replaceAll(words: string): number;
  /** Ends it; the match that is gone to stays selected. */
  end(): void;
}

/** Between a match and the edge of what is seen. CSS pixels. */
const AIR = 24;
/** ms after the last change until the article is looked through again. */
const PAUSE = 150;

const key = new PluginKey<DecorationSet>("find");

export function startFind(editor: Editor): Find {
  const found = createStore<Found>({ count: 0, current: 0 });
  let finder: Finder | null = null;
  let matches: Match[] = [];
  let current = -1;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, shown) {
        const next: DecorationSet | undefined = tr.getMeta(key);
        return next ?? (tr.docChanged ? shown.map(tr.mapping, tr.doc) : shown);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

  function show(): void {
    const decorations = matches.map(({ from, to }, index) =>
      Decoration.inline(from, to, { class: index === current ? "find-match is-current" : "find-match" }),
    );
    const { state, view } = editor;
    view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, decorations)).setMeta("addToHistory", false));
    found.set({ count: matches.length, current: current + 1 });
  }

  /** Finds everything again. @param from where the current match is looked for; default: it stays where it is */
  function refresh(from = matches[current]?.from): void {
    clearTimeout(timer);
    matches = finder?.find(editor.state.doc) ?? [];
    const next = matches.findIndex((match) => match.from >= (from ?? 0));
    current = from === undefined ? -1 : next < 0 && matches.length > 0 ? 0 : next;
    show();
  }

  function reveal(): void {
    const match = matches[current];
    if (match === undefined) return;
    const clear = clearView();
    const { top, bottom } = editor.view.coordsAtPos(match.from);
    if (top < clear.top + AIR || bottom > clear.bottom - AIR)
      window.scrollBy({ top: top - (clear.top + clear.bottom) / 2 });
  }

  const onTransaction = ({ transaction }: { transaction: Transaction }) => {
    if (!transaction.docChanged) return;
    // At once, so that a key that comes before the new search goes to the right place.
    matches = matches.map(({ from, to }) => ({
      from: transaction.mapping.map(from, 1),
      to: transaction.mapping.map(to, -1),
    }));
    clearTimeout(timer);
    timer = setTimeout(() => refresh(), PAUSE);
  };

  editor.registerPlugin(plugin);
  editor.on("transaction", onTransaction);

  return {
    found,
    look(query) {
      finder = query.text === "" ? null : createFinder(query);
      refresh(matches[current]?.from ?? editor.state.selection.from);
      reveal();
    },
    go(direction) {
      if (matches.length === 0) return;
      current = current < 0 ? 0 : (current + direction + matches.length) % matches.length;
      show();
      reveal();
    },
    replace(words) {
      const match = matches[current];
      if (match === undefined || match.to <= match.from) return;
      const tr = closeHistory(editor.state.tr);
      put(tr, editor.state, match, words);
      editor.view.dispatch(tr);
      refresh(match.from + words.length);
      reveal();
    },
    replaceAll(words) {
      refresh();
      const count = matches.length;
      if (count === 0) return 0;
      const tr = closeHistory(editor.state.tr);
      for (const match of matches.toReversed()) put(tr, editor.state, match, words);
      editor.view.dispatch(tr);
      refresh(0);
      return count;
    },
    end() {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      editor.off("transaction", onTransaction);
      const match = matches[current];
      if (match !== undefined && match.to <= editor.state.doc.content.size) {
        const { tr, doc } = editor.state;
        editor.view.dispatch(tr.setSelection(TextSelection.create(doc, match.from, match.to)));
      }
      editor.unregisterPlugin(key);
    },
  };
}

export const isCapped = (count: number): boolean => count >= MAX_MATCHES;

/** New words have the look of those that they replace. */
function put(tr: Transaction, { doc, schema }: EditorState, { from, to }: Match, words: string): void {
  if (words === "") tr.delete(from, to);
  else tr.replaceWith(from, to, schema.text(words, doc.resolve(from).marksAcross(doc.resolve(to)) ?? []));
}
