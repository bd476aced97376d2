/** Tracks the places of comments with decorations and a search at each pause, and sends changed places to Galley. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type CommentAnchor, type CommentThread, MAX_ANCHORS } from "../../../server/contracts/comments-api.ts";
import { movedBlocks } from "../article/commands/block-actions.ts";
import { readSelection } from "../article/own-steps.ts";
import type { ArticleSession } from "../client/article-session.ts";
import { afterPause, whenIdle } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { visibleArea } from "../ui/visible-area.ts";
import { type ArticleText, describe, locate, type Place, readText } from "./anchors.ts";

export interface Mark extends Place {
  kind: "words" | "block";
}

const key = new PluginKey<DecorationSet>("comments");

function decoration(thread: string, { from, to, kind }: Mark, isCurrent: boolean): Decoration {
  const attributes = { class: `comments-${kind}${isCurrent ? " comments-current" : ""}` };
  const create = kind === "words" ? Decoration.inline : Decoration.node;
  return create(from, to, attributes, { thread, kind });
}

function marksPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, shown) {
        const next: DecorationSet | undefined = tr.getMeta(key);
        if (next !== undefined || !tr.docChanged) return next ?? shown;
        const moved = movedBlocks(tr);
        const mapped = shown.map(tr.mapping, tr.doc);
        if (moved === undefined) return mapped;
        // Moved blocks keep their marks, because a search could find the same text elsewhere.
        const by = moved.position - moved.from;
        const kept = shown
          .find(moved.from, moved.to, ({ kind }) => kind !== undefined)
          .filter(({ from, to }) => from >= moved.from && to <= moved.to)
          .map(({ from, to, spec }) =>
            decoration(String(spec.thread), { from: from + by, to: to + by, kind: spec.kind }, false),
          );
        return mapped.add(tr.doc, kept);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

const PAUSE_MS = 400;
const NOTIFY_MS = 3_000;
const SLICE_MS = 10;
/** A place that moves by more positions is sent to Galley. */
const DRIFT = 1_000;

interface PlacedComments {
  threads: Readable<ReadonlyMap<string, CommentThread>>;
  unsent: () => Iterable<readonly [string, CommentAnchor]>;
  current: Readable<string | null>;
}

export function createCommentPositions(
  { api, editor, presence }: Pick<ArticleSession, "api" | "editor" | "presence">,
  { threads, unsent, current }: PlacedComments,
) {
  const shown = createStore<ReadonlyMap<string, Place>>(new Map());
  /** The anchors of threads that were last sent to Galley. */
  const reported = new Map<string, CommentAnchor>();
  let cancelPass = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  editor.registerPlugin(marksPlugin());

  function now(state: EditorState = editor.state): Map<string, Mark> {
    const found = key.getState(state)?.find() ?? [];
    return new Map(
      found.map(({ from, to, spec }) => [String(spec.thread), { from, to, kind: spec.kind as Mark["kind"] }]),
    );
  }

  function show(marks: ReadonlyMap<string, Mark>): void {
    const { view } = editor;
    readSelection(view);
    const { state } = view;
    const decorations = [...marks].map(([thread, mark]) => decoration(thread, mark, thread === current.get()));
    view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, decorations)).setMeta("addToHistory", false));
  }

  function update(next: ReadonlyMap<string, Mark>, live: ReadonlyMap<string, Mark>): void {
    const isSame = next.size === live.size && [...next].every(([id, { to }]) => live.get(id)?.to === to);
    if (!isSame) show(next);
    shown.set(now());
  }

  const lastAnchor = ({ id, anchor, placed }: CommentThread): CommentAnchor => reported.get(id) ?? placed ?? anchor;

  function anchors(): Map<string, CommentAnchor> {
    const all = new Map<string, CommentAnchor>();
    for (const thread of threads.get().values())
      if (thread.resolved_at === null) all.set(thread.id, lastAnchor(thread));
    for (const [id, anchor] of unsent()) all.set(id, anchor);
    return all;
  }

  function pass(): void {
    const live = now();
    const next = new Map<string, Mark>();
    const missing: [string, CommentAnchor][] = [];
    for (const [id, anchor] of anchors()) {
      const mark = live.get(id);
      if (mark === undefined) missing.push([id, anchor]);
      else next.set(id, toWordEnd(editor.state.doc, mark, anchor));
    }
    update(next, live);
    if (missing.length > 0) cancelPass = whenIdle(() => search(missing));
  }

  /** Searches in time slices, so that typing stays responsive. */
  function search(missing: [string, CommentAnchor][]): void {
    const end = performance.now() + SLICE_MS;
    const article = readText(editor.state.doc);
    const live = now();
    const next = new Map(live);
    let count = 0;
    for (const [id, anchor] of missing) {
      if (count > 0 && performance.now() > end) break;
      count += 1;
      const place = locate(article, anchor) ?? originalPlace(article, threads.get().get(id));
      if (place !== null) next.set(id, { ...place, kind: anchor.kind });
    }
    update(next, live);
    if (count < missing.length) cancelPass = whenIdle(() => search(missing.slice(count)));
  }

  function passIn(ms: number): void {
    clearTimeout(timer);
    cancelPass();
    timer = setTimeout(() => {
      cancelPass = whenIdle(pass);
    }, ms);
  }

  /** Sends threads whose text changed or moved far to Galley, unless this tab is read-only. */
  async function notify(): Promise<void> {
    if (presence.state.get().mode !== "editing") return;
    const article = readText(editor.state.doc);
    const changed: { id: string; anchor: CommentAnchor }[] = [];
    for (const [id, mark] of now()) {
      const thread = threads.get().get(id);
      if (thread === undefined || changed.length === MAX_ANCHORS) continue;
      const anchor = describe(article, mark.kind, mark);
      if (hasMoved(lastAnchor(thread), anchor)) changed.push({ id, anchor });
    }
    if (changed.length === 0) return;
    try {
      await api.placeComments({ anchors: changed });
      for (const { id, anchor } of changed) reported.set(id, anchor);
      if (changed.length === MAX_ANCHORS) notifyLater();
    } catch {
      // The connection reports the failure; the next change retries.
    }
  }
  const { call: notifyLater } = afterPause(() => void notify(), NOTIFY_MS);

  editor.on("transaction", ({ transaction }) => {
    if (!transaction.docChanged) return;
    // A replaced document has no marks left.
    passIn(transaction.getMeta("preventUpdate") === true ? 0 : PAUSE_MS);
    notifyLater();
  });
  threads.subscribe(() => passIn(0));
  current.subscribe(() => show(now()));
  passIn(0);

  return {
    /** The places at the last pause, each time a new map. Threads with deleted text have no place. */
    shown: shown as Readable<ReadonlyMap<string, Place>>,
    now,
    /** The threads at a position, shortest text first. */
    at(position: number): string[] {
      const found = key.getState(editor.state)?.find(position, position) ?? [];
      return found.toSorted((one, other) => one.to - one.from - (other.to - other.from)).map(({ spec }) => spec.thread);
    },
    /** The place of any thread, also a resolved one; null if its text was deleted. */
    find(thread: CommentThread): Place | null {
      const marked = now().get(thread.id);
      if (marked !== undefined) return marked;
      const article = readText(editor.state.doc);
      return (thread.placed && locate(article, thread.placed)) ?? locate(article, thread.anchor);
    },
    add: (id: string, mark: Mark): void => show(new Map([...now(), [id, mark]])),
    remove: (id: string): void => show(new Map([...now()].filter(([each]) => each !== id))),
    refresh: (): void => passIn(0),
  };
}

/** The place where a thread was created: a restored version may contain that text. */
const originalPlace = (article: ArticleText, thread: CommentThread | undefined): Place | null =>
  thread?.placed ? locate(article, thread.anchor) : null;

const LETTER = /^[\p{L}\p{N}]/u;

/** After typing over a marked word, the mark has only the first letter; extends it to the end of the word. */
function toWordEnd(doc: Node, mark: Mark, anchor: CommentAnchor): Mark {
  if (mark.kind === "block" || LETTER.test(anchor.suffix)) return mark;
  const { nodeBefore, nodeAfter } = doc.resolve(mark.to);
  const after = nodeAfter?.text ?? "";
  if (!LETTER.test(nodeBefore?.text?.at(-1) ?? "") || !LETTER.test(after)) return mark;
  const rest = /^[\p{L}\p{N}]+/u.exec(after)?.[0].length ?? 0;
  return { ...mark, to: mark.to + rest };
}

function hasMoved(before: CommentAnchor, now: CommentAnchor): boolean {
  const isSame = (["block", "file", "exact", "prefix", "suffix"] as const).every((each) => before[each] === now[each]);
  return !isSame || Math.abs(before.from - now.from) > DRIFT;
}

/** CSS pixels: a place this far from the bars needs no scrolling; and the height of a line above the lower bar. */
const MARGIN = 24;
const LINE = 60;

/** Selects a place and, if it is not clearly visible, scrolls it to the middle. */
export function showPlace({ state, view }: Editor, { from, to }: Place): void {
  const { doc, tr } = state;
  // The article may have changed since the place was found.
  if (to > doc.content.size) return;
  const node = doc.nodeAt(from);
  const isBlock = node?.isBlock === true && to === from + node.nodeSize;
  const selection =
    isBlock && !node.isTextblock && NodeSelection.isSelectable(node)
      ? NodeSelection.create(doc, from)
      : TextSelection.between(doc.resolve(from), doc.resolve(to));
  view.dispatch(tr.setSelection(selection));
  const dom = isBlock ? view.nodeDOM(from) : null;
  const { top, bottom } = dom instanceof HTMLElement ? dom.getBoundingClientRect() : view.coordsAtPos(from, 1);
  const clear = visibleArea();
  if (top < clear.top + MARGIN || bottom > clear.bottom - MARGIN)
    window.scrollBy({ top: Math.max(top - (clear.top + clear.bottom) / 2, top - clear.bottom + LINE) });
}
