/**
 * The comments of the open article: what was said, where it stands in the text as it is now, and what is being written.
 * Places are followed by the editor with every change; what was deleted is looked for again whenever there is a pause, so
 * that an undo, a paste or another version brings it back.
 */
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { type CommentAnchor, type CommentThread, MAX_ANCHORS } from "../../../server/contracts/comments-api.ts";
import { topBlockAt } from "../article/commands/block-places.ts";
import { randomId } from "../lib/ids.ts";
import { whenIdle } from "../lib/later.ts";
import { createStore, type Readable } from "../lib/store.ts";
import { messages } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { clearView } from "../ui/clear-view.ts";
import { type ArticleText, describe, locate, type Place, readText } from "./anchors.ts";
import type { MarkedComment } from "./comment-gate.ts";
import { createMarks, type Mark } from "./marks.ts";
import { createOutbox, NEW, replyField } from "./outbox.ts";
import { createThreadList } from "./thread-list.ts";
import { shortName } from "./waiting.ts";

/** ms after the last change until places are looked at again. */
const PAUSE_MS = 400;
/** ms after the last change until the appliance is told of words that have changed. */
const TELL_MS = 3_000;
/** ms of looking for places without a pause for keys. */
const SLICE_MS = 10;
/** Positions that a place may drift before the appliance is told. */
const DRIFT = 1_000;

export type CommentDesk = ReturnType<typeof createCommentDesk>;

export function createCommentDesk(articleSession: ArticleSession) {
  const { api, connection, memory, session, editor, presence, author, comments: gate } = articleSession;
  const list = createThreadList({ api, connection });
  const outbox = createOutbox({ api, connection, memory, session }, list.told);
  const marks = createMarks(editor);
  const places = createStore<ReadonlyMap<string, Place>>(new Map());
  const current = createStore<string | null>(null);
  const writing = createStore<CommentAnchor | null>(outbox.typed(NEW)?.anchor ?? null);
  /** Where threads are, as the appliance was told or told us. */
  const told = new Map<string, CommentAnchor>();
  let ended = false;

  /** Everything that has a place in the text: what is open, what is on its way, what is being written. */
  function anchors(): Map<string, CommentAnchor> {
    const all = new Map<string, CommentAnchor>();
    for (const { id, resolved_at, anchor, placed } of list.threads.get().values())
      if (resolved_at === null) all.set(id, told.get(id) ?? placed ?? anchor);
    for (const { id, anchor } of outbox.unsent.get()) if (anchor !== null) all.set(id, anchor);
    const begun = writing.get();
    if (begun !== null) all.set(NEW, begun);
    return all;
  }

  let cancelPass = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tellTimer: ReturnType<typeof setTimeout> | undefined;

  function pass(): void {
    if (ended) return;
    const wanted = anchors();
    const live = marks.places();
    const next = new Map<string, Mark>();
    const missing: [string, CommentAnchor][] = [];
    for (const [id, anchor] of wanted) {
      const mark = live.get(id);
      if (mark === undefined) missing.push([id, anchor]);
      else next.set(id, toWordEnd(editor.state.doc, mark, anchor));
    }
    draw(next, live);
    if (missing.length > 0) cancelPass = whenIdle(() => search(missing));
  }

  /** Looks for what has no place, a little at a time. */
  function search(missing: [string, CommentAnchor][]): void {
    if (ended) return;
    const end = performance.now() + SLICE_MS;
    const article = readText(editor.state.doc);
    const live = marks.places();
    const next = new Map(live);
    let count = 0;
    for (const [id, anchor] of missing) {
      if (count > 0 && performance.now() > end) break;
      count += 1;
      const place = locate(article, anchor) ?? whereItBegan(article, list.threads.get().get(id));
      if (place !== null) next.set(id, { ...place, kind: anchor.kind });
    }
    draw(next, live);
    if (count < missing.length) cancelPass = whenIdle(() => search(missing.slice(count)));
  }

  function draw(next: ReadonlyMap<string, Mark>, live: ReadonlyMap<string, Mark>): void {
    const isSame = next.size === live.size && [...next].every(([id, { to }]) => live.get(id)?.to === to);
    if (!isSame) marks.show(next, current.get());
    places.set(marks.places());
    gate.marked.set(open());
  }

  /** The open threads that have a place. */
  function open(): MarkedComment[] {
    return [...places.get()].flatMap(([id, { from, to }]) => {
      const thread = list.threads.get().get(id);
      const first = thread?.comments[0];
      return first === undefined ? [] : [{ id, from, to, author: shortName(first.author), text: first.text }];
    });
  }

  /** @param ms from now */
  function passIn(ms: number): void {
    clearTimeout(timer);
    cancelPass();
    timer = setTimeout(() => {
      cancelPass = whenIdle(pass);
    }, ms);
  }

  /** Tells the appliance of threads whose words have changed, or have moved far. Only who writes does. */
  async function tell(): Promise<void> {
    if (ended || presence.state.get().mode !== "editing") return;
    const article = readText(editor.state.doc);
    const changed: { id: string; anchor: CommentAnchor }[] = [];
    for (const [id, mark] of marks.places()) {
      const thread = list.threads.get().get(id);
      const before = told.get(id) ?? thread?.placed ?? thread?.anchor;
      if (before === undefined || changed.length === MAX_ANCHORS) continue;
      const now = describe(article, mark.kind, mark);
      if (isElsewhere(before, now)) changed.push({ id, anchor: now });
    }
    if (changed.length === 0) return;
    try {
      await api.placeComments({ anchors: changed });
      for (const { id, anchor } of changed) told.set(id, anchor);
      if (changed.length === MAX_ANCHORS) tellLater();
    } catch {
      // The connection says so; told again with the next change.
    }
  }
  function tellLater(): void {
    clearTimeout(tellTimer);
    tellTimer = setTimeout(() => void tell(), TELL_MS);
  }

  const onTransaction = ({ transaction }: { transaction: Transaction }) => {
    if (!transaction.docChanged) return;
    // Another document in place of this one: nothing is where it was.
    passIn(transaction.getMeta("preventUpdate") === true ? 0 : PAUSE_MS);
    tellLater();
  };
  const onSelection = () => {
    if (!gate.shown.get() || !editor.view.hasFocus()) return;
    const here = marks.at(editor.state.selection.from);
    const now = current.get();
    if (here[0] !== undefined && (now === null || !here.includes(now))) look(here[0]);
  };
  editor.on("transaction", onTransaction);
  editor.on("selectionUpdate", onSelection);

  const counted = () => {
    if (list.state.get() !== "loaded") return;
    gate.count.set([...list.threads.get().values()].filter(({ resolved_at }) => resolved_at === null).length);
  };
  const ends = [
    list.threads.subscribe(() => {
      counted();
      passIn(0);
    }),
    list.state.subscribe(counted),
    outbox.unsent.subscribe(() => passIn(0)),
    writing.subscribe(() => passIn(0)),
    gate.heard.subscribe(() => {
      const event = gate.heard.get();
      if (event !== null) list.apply(event);
    }),
    gate.timesMissed.subscribe(() => void list.load()),
    current.subscribe(() => marks.show(marks.places(), current.get())),
  ];
  void list.load();
  passIn(0);

  /** Marks a thread as the one that is looked at. */
  function look(id: string | null): void {
    current.set(id);
  }

  /** Shows the words of a thread, selected. @returns false where they are gone */
  function show(id: string): boolean {
    const thread = list.threads.get().get(id);
    const { doc, tr } = editor.state;
    const place = marks.places().get(id) ?? whereItIs(thread);
    look(id);
    if (place === null) return false;
    const node = doc.nodeAt(place.from);
    const isBlock = node?.isBlock === true && place.to === place.from + node.nodeSize;
    const selection =
      isBlock && NodeSelection.isSelectable(node)
        ? NodeSelection.create(doc, place.from)
        : TextSelection.between(doc.resolve(place.from), doc.resolve(place.to));
    editor.view.dispatch(tr.setSelection(selection));
    toMiddle(place, isBlock);
    return true;
  }

  function toMiddle({ from }: Place, isBlock: boolean): void {
    const dom = isBlock ? editor.view.nodeDOM(from) : null;
    const { top, bottom } = dom instanceof HTMLElement ? dom.getBoundingClientRect() : editor.view.coordsAtPos(from, 1);
    const clear = clearView();
    if (top < clear.top + 24 || bottom > clear.bottom - 24)
      window.scrollBy({ top: Math.max(top - (clear.top + clear.bottom) / 2, top - clear.bottom + 60) });
  }

  return {
    list,
    outbox,
    /** Where open threads are, as of the last pause; those without a place are gone from the text. */
    places: places as Readable<ReadonlyMap<string, Place>>,
    /** The same, as of now. */
    placesNow: marks.places,
    /** The thread that is looked at. */
    current: current as Readable<string | null>,
    /** What a new comment is about while it is being written. */
    writing: writing as Readable<CommentAnchor | null>,
    look,
    show,
    /** Begins a comment on the selected words, else on the block with the cursor. */
    begin(): void {
      // What was begun is finished first.
      if ((outbox.typed(NEW)?.text ?? "") === "") {
        const { kind, place } = meant();
        const anchor = describe(readText(editor.state.doc), kind, place);
        outbox.keepTyped(NEW, { text: "", anchor });
        writing.set(anchor);
        marks.show(new Map([...marks.places(), [NEW, { ...place, kind }]]), NEW);
      }
      look(NEW);
      gate.shown.set(true);
    },
    /** Sends what was begun. */
    send(text: string): void {
      const mark = marks.places().get(NEW);
      const anchor = mark === undefined ? writing.get() : describe(readText(editor.state.doc), mark.kind, mark);
      if (anchor === null) return;
      const id = randomId();
      if (mark !== undefined) marks.show(new Map([...marks.places(), [id, mark]]), id);
      outbox.keepTyped(NEW, null);
      outbox.send({ id, thread: null, anchor, author: author.get().trim(), text });
      writing.set(null);
      look(id);
    },
    reply(thread: CommentThread, text: string): void {
      outbox.keepTyped(replyField(thread.id), null);
      outbox.send({ id: randomId(), thread: thread.id, anchor: null, author: author.get().trim(), text });
    },
    /** Gives up what was begun. */
    giveUp(): void {
      outbox.keepTyped(NEW, null);
      writing.set(null);
      look(null);
    },
    /** @throws what the API throws */
    async change(id: string, change: { text?: string; resolved?: boolean }): Promise<void> {
      list.told(await api.changeComment(id, { author: nameHere(), ...change }));
    },
    /** @throws what the API throws */
    async remove(thread: CommentThread, id: string): Promise<void> {
      await api.removeComment(id, nameHere());
      if (id === thread.id) list.apply({ id, thread: null });
    },
    /** The comment after the present one, or after the cursor, in the order of the text. */
    next(direction: 1 | -1): string | null {
      const { from: cursor } = editor.state.selection;
      const inOrder = [...marks.places()].sort(([, one], [, other]) => one.from - other.from || one.to - other.to);
      if (inOrder.length === 0) return null;
      const at = inOrder.findIndex(([id]) => id === current.get());
      const after = inOrder.findIndex(([, { from }]) => from > cursor);
      const fresh = direction === 1 ? (after < 0 ? 0 : after) : (after < 0 ? inOrder.length : after) - 1;
      const index = at < 0 ? fresh : at + direction;
      return inOrder.at(index % inOrder.length)?.[0] ?? null;
    },
    end(): void {
      ended = true;
      clearTimeout(timer);
      clearTimeout(tellTimer);
      cancelPass();
      for (const stop of ends) stop();
      editor.off("transaction", onTransaction);
      editor.off("selectionUpdate", onSelection);
      marks.end();
    },
  };

  function whereItIs(thread: CommentThread | undefined): Place | null {
    if (thread === undefined) return null;
    const article = readText(editor.state.doc);
    return (thread.placed && locate(article, thread.placed)) ?? locate(article, thread.anchor);
  }

  /** The appliance wants a name of whoever resolves or reopens. */
  function nameHere(): string {
    return author.get().trim() || messages.around.people.somebody;
  }

  function meant(): { kind: Mark["kind"]; place: Place } {
    const { selection, doc } = editor.state;
    const { from, to } = selection;
    if (!selection.empty && !(selection instanceof NodeSelection && selection.node.isBlock))
      return { kind: "words", place: { from, to } };
    const block = topBlockAt(editor.state, from);
    if (block === null) return { kind: "words", place: { from, to: Math.min(from + 1, doc.content.size) } };
    if (selection instanceof NodeSelection) return { kind: "block", place: { from, to } };
    return { kind: "block", place: { from: block.pos, to: block.pos + block.node.nodeSize } };
  }
}

/** An older version may have come back, with the words that it was said about. */
const whereItBegan = (article: ArticleText, thread: CommentThread | undefined): Place | null =>
  thread?.placed ? locate(article, thread.anchor) : null;

const LETTER = /^[\p{L}\p{N}]/u;

/** Words that were typed over the marked ones: the mark has their first letter, and gets the rest of the word. */
function toWordEnd(doc: Node, mark: Mark, anchor: CommentAnchor): Mark {
  if (mark.kind === "block" || LETTER.test(anchor.suffix)) return mark;
  const $to = doc.resolve(mark.to);
  const { textBefore, textAfter } = around($to);
  if (!LETTER.test(textBefore) || !LETTER.test(textAfter)) return mark;
  const rest = /^[\p{L}\p{N}]+/u.exec(textAfter)?.[0].length ?? 0;
  return { ...mark, to: mark.to + rest };
}

/** The character before a place, and the words after it. */
function around($pos: ResolvedPos): { textBefore: string; textAfter: string } {
  return {
    textBefore: $pos.nodeBefore?.isText ? ($pos.nodeBefore.text?.at(-1) ?? "") : "",
    textAfter: $pos.nodeAfter?.isText ? ($pos.nodeAfter.text ?? "") : "",
  };
}

function isElsewhere(before: CommentAnchor, now: CommentAnchor): boolean {
  const isSame = (["block", "file", "exact", "prefix", "suffix"] as const).every((each) => before[each] === now[each]);
  return !isSame || Math.abs(before.from - now.from) > DRIFT;
}
