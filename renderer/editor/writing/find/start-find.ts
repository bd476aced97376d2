/** Highlights matches while the find panel is open. A match in an attribute selects its block. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  type Selection,
  TextSelection,
  type Transaction,
} from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { MAX_ATTRIBUTE_LENGTH } from "../../../../server/article/schema.ts";
import { createStore, type Readable } from "../../ui/lib/store.ts";
import { visibleArea } from "../../ui/visible-area.ts";
import {
  createFinder,
  type Finder,
  type FindQuery,
  isBefore,
  MAX_MATCHES,
  type Match,
  placeOf,
  type ReadingPlace,
} from "./find-matches.ts";

export interface Found {
  count: number;
  /** Number of the current match, from 1; 0 for none. */
  current: number;
}

const MARGIN_PX = 24;
const PAUSE_MS = 150;

const key = new PluginKey<DecorationSet>("find");

export type Find = ReturnType<typeof startFind>;

export function startFind(editor: Editor) {
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
    const decorations = matches.map(({ from, to, attribute }, index) => {
      const mark = attribute === null ? "writing-find-match" : "writing-find-block";
      const look = { class: index === current ? `${mark} is-current` : mark };
      return attribute === null ? Decoration.inline(from, to, look) : Decoration.node(from, to, look);
    });
    const { state, view } = editor;
    view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, decorations)).setMeta("addToHistory", false));
    found.set({ count: matches.length, current: current + 1 });
  }

  function currentPlace(): ReadingPlace | undefined {
    const match = matches[current];
    return match && placeOf(match);
  }

  /** Searches again. @param from the first match at or after this place becomes current; default: the current match */
  function refresh(from = currentPlace()): void {
    clearTimeout(timer);
    matches = finder?.find(editor.state.doc) ?? [];
    const next = from === undefined ? -1 : matches.findIndex((match) => !isBefore(placeOf(match), from));
    current = from !== undefined && next < 0 && matches.length > 0 ? 0 : next;
    show();
  }

  /** Scrolls to the current match. For a match in an attribute, shows the fields of its block. */
  function reveal(): void {
    const match = matches[current];
    if (match === undefined) return;
    const { state, view } = editor;
    if (match.attribute !== null || state.selection instanceof NodeSelection)
      view.dispatch(state.tr.setSelection(selectionAt(state, match)));
    const block = match.attribute === null ? null : view.nodeDOM(match.from);
    const { top, bottom } = block instanceof HTMLElement ? block.getBoundingClientRect() : view.coordsAtPos(match.from);
    const clear = visibleArea();
    if (top < clear.top + MARGIN_PX || bottom > clear.bottom - MARGIN_PX)
      window.scrollBy({ top: top - (clear.top + clear.bottom) / 2 });
  }

  const onTransaction = ({ transaction }: { transaction: Transaction }) => {
    if (!transaction.docChanged) return;
    // Maps the matches immediately, for keys before the next search.
    matches = matches.map(({ from, to, attribute }) => ({
      attribute,
      from: transaction.mapping.map(from, 1),
      to: transaction.mapping.map(to, -1),
    }));
    clearTimeout(timer);
    timer = setTimeout(() => refresh(), PAUSE_MS);
  };

  editor.registerPlugin(plugin);
  editor.on("transaction", onTransaction);

  return {
    found: found as Readable<Found>,
    search(query: FindQuery): void {
      finder = createFinder(query);
      refresh(currentPlace() ?? { position: editor.state.selection.from, inBlock: 0 });
      reveal();
    },
    go(direction: 1 | -1): void {
      if (matches.length === 0) return;
      current = current < 0 ? 0 : (current + direction + matches.length) % matches.length;
      show();
      reveal();
    },
    replace(text: string): void {
      const shown = currentPlace();
      // If a change removed the current match, the next one is only shown.
      refresh();
      const match = matches[current];
      if (shown === undefined || match === undefined || isBefore(shown, placeOf(match))) {
        reveal();
        return;
      }
      const tr = closeHistory(editor.state.tr);
      put(tr, match, text);
      editor.view.dispatch(tr);
      const { position, inBlock } = placeOf(match);
      refresh(
        match.attribute === null
          ? { position: position + text.length, inBlock }
          : { position, inBlock: inBlock + text.length },
      );
      reveal();
    },
    /** Replaces all matches in one undo step. @returns the number of replacements */
    replaceAll(text: string): number {
      refresh();
      if (matches.length === 0) return 0;
      const tr = closeHistory(editor.state.tr);
      // In reverse order, so that earlier positions stay valid.
      const last = matches.at(-1);
      const replaced = matches.toReversed().filter((match) => put(tr, match, text)).length;
      if (last !== undefined) tr.setSelection(selectionAfter(tr, last));
      editor.view.dispatch(tr);
      refresh({ position: 0, inBlock: 0 });
      return replaced;
    },
    /** Removes the highlights; the current match stays selected. */
    end(): void {
      if (ended) return;
      ended = true;
      editor.off("transaction", onTransaction);
      refresh();
      const match = matches[current];
      if (match !== undefined) editor.view.dispatch(editor.state.tr.setSelection(selectionAt(editor.state, match)));
      editor.unregisterPlugin(key);
    },
  };
}

export const isCapped = (count: number): boolean => count >= MAX_MATCHES;

function selectionAt({ doc }: EditorState, { from, to, attribute }: Match): Selection {
  return attribute === null ? TextSelection.create(doc, from, to) : NodeSelection.create(doc, from);
}

/** The cursor after a replaced match, or its block. @param match with positions before the replacement */
function selectionAfter({ doc, mapping }: Transaction, { from, to, attribute }: Match): Selection {
  if (attribute !== null) return NodeSelection.create(doc, mapping.map(from, 1));
  return TextSelection.near(doc.resolve(mapping.map(to, 1)), -1);
}

/** Replaces a match and keeps its marks. @returns false without a change if an attribute would be too long */
function put(tr: Transaction, { from, to, attribute }: Match, text: string): boolean {
  const { doc } = tr;
  if (attribute !== null) {
    const value = String(doc.nodeAt(from)?.attrs[attribute.name]);
    const changed = value.slice(0, attribute.start) + text + value.slice(attribute.end);
    if (changed.length > MAX_ATTRIBUTE_LENGTH) return false;
    tr.setNodeAttribute(from, attribute.name, changed);
  } else if (text === "") tr.delete(from, to);
  else tr.replaceWith(from, to, doc.type.schema.text(text, doc.resolve(from).marksAcross(doc.resolve(to)) ?? []));
  return true;
}
