/**
 * Where the comments of the open article are. The editor moves their places along with every change; what was deleted is
 * looked for again whenever there is a pause, so that an undo, a paste or another version brings it back. The appliance is
 * told of words that have changed, so that whoever opens the article next finds them.
 */
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { type CommentAnchor, type CommentThread, MAX_ANCHORS } from "../../../server/contracts/comments-api.ts";
import { whenIdle } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { type ArticleText, describe, locate, type Place, readText } from "./anchors.ts";
import type { CommentSession } from "./comment-gate.ts";
import { createMarks, type Mark } from "./marks.ts";
import type { Threads } from "./thread-list.ts";

/** ms after the last change until places are looked at again. */
const PAUSE_MS = 400;
/** ms after the last change until the appliance is told of words that have changed. */
const TELL_MS = 3_000;
/** ms of looking for places without a pause for keys. */
const SLICE_MS = 10;
/** Positions that a place may drift before the appliance is told. */
const DRIFT = 1_000;

export interface PlacedComments {
  threads: Readable<Threads>;
  /** What has a place and is no thread yet: on its way to the appliance, or being written. By id. */
  unsent: () => Iterable<readonly [string, CommentAnchor]>;
  /** The thread that is looked at. */
  current: Readable<string | null>;
}

export function createCommentPlaces(
  { api, editor, presence }: Pick<CommentSession, "api" | "editor" | "presence">,
  { threads, unsent, current }: PlacedComments,
) {
  const marks = createMarks(editor);
  const places = createStore<ReadonlyMap<string, Place>>(new Map());
  /** Where threads are, as the appliance was told. */
  const told = new Map<string, CommentAnchor>();
  let ended = false;
  let cancelPass = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tellTimer: ReturnType<typeof setTimeout> | undefined;

  const lastAnchor = ({ id, anchor, placed }: CommentThread): CommentAnchor => told.get(id) ?? placed ?? anchor;

  /** Everything that has a place in the text. */
  function anchors(): Map<string, CommentAnchor> {
    const all = new Map<string, CommentAnchor>();
    for (const thread of threads.get().values())
      if (thread.resolved_at === null) all.set(thread.id, lastAnchor(thread));
    for (const [id, anchor] of unsent()) all.set(id, anchor);
    return all;
  }

  function pass(): void {
    if (ended) return;
    const live = marks.places();
    const next = new Map<string, Mark>();
    const missing: [string, CommentAnchor][] = [];
    for (const [id, anchor] of anchors()) {
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
      const place = locate(article, anchor) ?? whereItBegan(article, threads.get().get(id));
      if (place !== null) next.set(id, { ...place, kind: anchor.kind });
    }
    draw(next, live);
    if (count < missing.length) cancelPass = whenIdle(() => search(missing.slice(count)));
  }

  function draw(next: ReadonlyMap<string, Mark>, live: ReadonlyMap<string, Mark>): void {
    const isSame = next.size === live.size && [...next].every(([id, { to }]) => live.get(id)?.to === to);
    if (!isSame) marks.show(next, current.get());
    places.set(marks.places());
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
      const thread = threads.get().get(id);
      if (thread === undefined || changed.length === MAX_ANCHORS) continue;
      const now = describe(article, mark.kind, mark);
      if (isElsewhere(lastAnchor(thread), now)) changed.push({ id, anchor: now });
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
  editor.on("transaction", onTransaction);
  const ends = [threads.subscribe(() => passIn(0)), current.subscribe(() => marks.show(marks.places(), current.get()))];
  passIn(0);

  return {
    /** As of the last pause; what has none is gone from the text. Set anew with each pause. */
    shown: places as Readable<ReadonlyMap<string, Place>>,
    /** As of now. */
    now: marks.places,
    /** The threads at a position, the narrowest first. */
    at: marks.at,
    /** Where a thread is, also one that is resolved; null where its words are gone. */
    find(thread: CommentThread): Place | null {
      const marked = marks.places().get(thread.id);
      if (marked !== undefined) return marked;
      const article = readText(editor.state.doc);
      return (thread.placed && locate(article, thread.placed)) ?? locate(article, thread.anchor);
    },
    /** Marks one more at once. */
    add: (id: string, mark: Mark): void => marks.show(new Map([...marks.places(), [id, mark]]), current.get()),
    /** Something was begun, sent or given up. */
    lookAgain: (): void => passIn(0),
    end(): void {
      ended = true;
      clearTimeout(timer);
      clearTimeout(tellTimer);
      cancelPass();
      for (const stop of ends) stop();
      editor.off("transaction", onTransaction);
      marks.end();
    },
  };
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
