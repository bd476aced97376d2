/** Finds text in the text and the visible attributes of each block, and highlights it while the find panel is open. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
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
import { oncePer } from "../../../../server/article/once-per.ts";
import { MAX_ATTRIBUTE_LENGTH } from "../../../../server/article/schema.ts";
import { createStore, type Readable } from "../../ui/lib/store.ts";
import { visibleArea } from "../../ui/visible-area.ts";

export interface FindResult {
  count: number;
  /** Number of the current match, from 1; 0 for none. */
  current: number;
}

const MARGIN_PX = 24;
const PAUSE_MS = 150;

const key = new PluginKey<DecorationSet>("find");

export type Find = ReturnType<typeof startFind>;

/** A match in an attribute selects its block. */
export function startFind(editor: Editor) {
  const found = createStore<FindResult>({ count: 0, current: 0 });
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
    found: found as Readable<FindResult>,
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

export interface FindQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

export interface Match {
  /** Positions of the text or of the block whose attribute matches. */
  from: number;
  to: number;
  /** Null for a match in the text. */
  attribute: { name: (typeof READ_ATTRIBUTES)[number]; start: number; end: number } | null;
}

/** A place in reading order: the text of a block, then its attributes. */
interface ReadingPlace {
  position: number;
  inBlock: number;
}

export const MAX_MATCHES = 10_000;

/** Attributes that readers see or hear, in reading order. */
const READ_ATTRIBUTES = ["title", "description", "alt", "credit", "source"] as const;

type Finder = ReturnType<typeof createFinder>;

export function createFinder(query: FindQuery) {
  if (query.text === "") return { find: (): Match[] => [] };
  const pattern = patternOf(query);
  /** Matches relative to their block. */
  const matchesIn = oncePer((block: Node): readonly Match[] => {
    const found: Match[] = [];
    if (block.isTextblock) {
      // A leaf counts as one unit, so that text offsets equal positions.
      const text = block.textBetween(0, block.content.size, undefined, "\ufffc");
      for (const { start, end } of rangesIn(text, pattern))
        found.push({ from: start + 1, to: end + 1, attribute: null });
    }
    for (const name of READ_ATTRIBUTES) {
      const value: unknown = block.attrs[name];
      if (typeof value !== "string") continue;
      for (const range of rangesIn(value, pattern))
        found.push({ from: 0, to: block.nodeSize, attribute: { name, ...range } });
    }
    return found;
  });

  return {
    /** All matches in reading order, up to MAX_MATCHES. They do not overlap or cross blocks. */
    find(doc: Node): Match[] {
      const matches: Match[] = [];
      doc.descendants((node, position) => {
        if (matches.length >= MAX_MATCHES) return false;
        for (const match of matchesIn(node).slice(0, MAX_MATCHES - matches.length))
          matches.push({ ...match, from: match.from + position, to: match.to + position });
        return !node.isTextblock;
      });
      return matches;
    },
  };
}

export function placeOf({ from, to, attribute }: Match): ReadingPlace {
  if (attribute === null) return { position: from, inBlock: 0 };
  const order = READ_ATTRIBUTES.indexOf(attribute.name);
  return { position: to, inBlock: 1 + order * MAX_ATTRIBUTE_LENGTH + attribute.start };
}

export function isBefore(one: ReadingPlace, other: ReadingPlace): boolean {
  return one.position < other.position || (one.position === other.position && one.inBlock < other.inBlock);
}

function rangesIn(text: string, pattern: RegExp): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (ranges.length >= MAX_MATCHES) break;
    ranges.push({ start: index, end: index + found.length });
  }
  return ranges;
}

/** All variants of a quote, dash or space match each other. */
const VARIANTS = ["'’‘‚", '"“”„«»', "-–—‑", " \u00a0\u202f\u2009"];
const WORD_CHARACTER = "[\\p{L}\\p{N}\\p{M}_]";

/** If case is ignored, "е" matches "ё". */
function patternOf({ text, matchCase, wholeWords }: FindQuery): RegExp {
  const alike = matchCase ? VARIANTS : [...VARIANTS, "еёЕЁ"];
  const characters = Array.from(text, (character) => alike.find((each) => each.includes(character)) ?? character);
  // Only these four characters are special in a character class.
  const body = characters.map((each) => `[${each.replace(/[\\\]^-]/g, "\\$&")}]`).join("");
  const source = wholeWords ? `(?<!${WORD_CHARACTER})${body}(?!${WORD_CHARACTER})` : body;
  return new RegExp(source, matchCase ? "gu" : "giu");
}
