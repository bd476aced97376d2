/**
 * The comments of the open article: what was said, what is looked at, and what is being written. Where they are:
 * comment-places.ts.
 */
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { CommentAnchor, CommentThread } from "../../../server/contracts/comments-api.ts";
import { topBlockAt } from "../article/commands/block-places.ts";
import type { MarkedComment } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/ids.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { describe, readText } from "./anchors.ts";
import type { CommentSession } from "./comment-gate.ts";
import { createCommentPlaces } from "./comment-places.ts";
import type { Mark } from "./marks.ts";
import { createOutbox, NEW, replyField } from "./outbox.ts";
import { showPlace } from "./show-place.ts";
import { createThreadList } from "./thread-list.ts";
import { shortName } from "./waiting.ts";

export type CommentDesk = ReturnType<typeof createCommentDesk>;

export function createCommentDesk(articleSession: CommentSession) {
  const { api, connection, memory, session, editor, presence, author, comments: gate } = articleSession;
  const list = createThreadList({ api, connection });
  const outbox = createOutbox({ api, connection, memory, session }, list.told);
  const current = createStore<string | null>(null);
  const writing = createStore<CommentAnchor | null>(outbox.typed(NEW)?.anchor ?? null);

  function* unsent(): Generator<readonly [string, CommentAnchor]> {
    for (const { id, anchor } of outbox.unsent.get()) if (anchor !== null) yield [id, anchor];
    const begun = writing.get();
    if (begun !== null) yield [NEW, begun];
  }
  const places = createCommentPlaces({ api, editor, presence }, { threads: list.threads, unsent, current });

  /** The open threads that have a place. */
  function marked(): MarkedComment[] {
    return [...places.shown.get()].flatMap(([id, { from, to }]) => {
      const first = list.threads.get().get(id)?.comments[0];
      return first === undefined ? [] : [{ id, from, to, author: shortName(first.author), text: first.text }];
    });
  }

  const onSelection = () => {
    if (!gate.shown.get() || !editor.view.hasFocus()) return;
    const here = places.at(editor.state.selection.from);
    const now = current.get();
    if (here[0] !== undefined && (now === null || !here.includes(now))) look(here[0]);
  };
  editor.on("selectionUpdate", onSelection);

  const counted = () => {
    if (list.state.get() !== "loaded") return;
    gate.count.set([...list.threads.get().values()].filter(({ resolved_at }) => resolved_at === null).length);
  };
  const ends = [
    list.threads.subscribe(counted),
    list.state.subscribe(counted),
    outbox.unsent.subscribe(places.lookAgain),
    writing.subscribe(places.lookAgain),
    places.shown.subscribe(() => gate.marked.set(marked())),
    gate.heard.subscribe(() => {
      const event = gate.heard.get();
      if (event !== null) list.apply(event);
    }),
    gate.timesMissed.subscribe(() => void list.load()),
  ];
  void list.load();

  /** Marks a thread as the one that is looked at. */
  function look(id: string | null): void {
    current.set(id);
  }

  /** Shows the words of a thread, selected. @returns false where they are gone */
  function show(id: string): boolean {
    const thread = list.threads.get().get(id);
    const place = thread === undefined ? (places.now().get(id) ?? null) : places.find(thread);
    look(id);
    if (place !== null) showPlace(editor, place);
    return place !== null;
  }

  return {
    list,
    outbox,
    /** Where open threads are, as of the last pause; those without a place are gone from the text. */
    places: places.shown,
    /** The same, as of now. */
    placesNow: places.now,
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
        const mark = meant(editor.state);
        const anchor = describe(readText(editor.state.doc), mark.kind, mark);
        outbox.keepTyped(NEW, { text: "", anchor });
        writing.set(anchor);
        places.add(NEW, mark);
      }
      look(NEW);
      gate.shown.set(true);
    },
    /** Sends what was begun. */
    send(text: string): void {
      const mark = places.now().get(NEW);
      const anchor = mark === undefined ? writing.get() : describe(readText(editor.state.doc), mark.kind, mark);
      if (anchor === null) return;
      const id = randomId();
      if (mark !== undefined) places.add(id, mark);
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
      const inOrder = [...places.now()].sort(([, one], [, other]) => one.from - other.from || one.to - other.to);
      if (inOrder.length === 0) return null;
      const at = inOrder.findIndex(([id]) => id === current.get());
      const after = inOrder.findIndex(([, { from }]) => from > cursor);
      const fresh = direction === 1 ? (after < 0 ? 0 : after) : (after < 0 ? inOrder.length : after) - 1;
      const index = at < 0 ? fresh : at + direction;
      return inOrder.at(index % inOrder.length)?.[0] ?? null;
    },
    end(): void {
      for (const stop of ends) stop();
      editor.off("selectionUpdate", onSelection);
      places.end();
    },
  };

  /** The appliance wants a name of whoever resolves or reopens. */
  function nameHere(): string {
    return author.get().trim() || messages.around.people.somebody;
  }
}

/** What a comment is about that is begun now: the selected words, else the block with the cursor. */
function meant(state: EditorState): Mark {
  const { selection, doc } = state;
  const { from, to } = selection;
  const isOfBlock = selection instanceof NodeSelection && selection.node.isBlock;
  // A space alone is found nowhere again: what is meant is what it stands in.
  if (!isOfBlock && doc.textBetween(from, to, " ", "-").trim() !== "") return { kind: "words", from, to };
  const block = topBlockAt(state, from);
  if (block === null) return { kind: "words", from, to: Math.min(from + 1, doc.content.size) };
  if (selection instanceof NodeSelection) return { kind: "block", from, to };
  return { kind: "block", from: block.pos, to: block.pos + block.node.nodeSize };
}
