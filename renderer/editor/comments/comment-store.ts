/** The comments of the open article: the threads, the current one, and the new comment. */
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { CommentAnchor, CommentThread } from "../../../server/contracts/comments-api.ts";
import { topBlockAt } from "../article/commands/block-places.ts";
import { untilDecided } from "../client/api.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/browser.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { describe, readText } from "./anchors.ts";
import { type CommentSession, memoryKey } from "./comment-state.ts";
import { createCommentPositions, type Mark, showPlace } from "./places.ts";

export type CommentStore = ReturnType<typeof createCommentStore>;

export function createCommentStore(articleSession: CommentSession) {
  const { api, editor, author, comments, panel } = articleSession;
  const threads = comments.threads.rows;
  const put = (thread: CommentThread) => comments.threads.apply(thread.id, thread);
  const outbox = createOutbox(articleSession, put);
  const current = createStore<string | null>(null);
  const begun = createStore<CommentAnchor | null>(outbox.typed(NEW_COMMENT)?.anchor ?? null);
  const authorName = () => author.get().trim();

  function* unsent(): Generator<readonly [string, CommentAnchor]> {
    for (const { id, anchor } of outbox.unsent.get()) if (anchor !== null) yield [id, anchor];
    const anchor = begun.get();
    if (anchor !== null) yield [NEW_COMMENT, anchor];
  }
  const places = createCommentPositions(articleSession, { threads, unsent, current });

  const onPlaces = () =>
    comments.marked.set(
      [...places.shown.get()].flatMap(([id, { from, to }]) => {
        const first = threads.get().get(id)?.comments[0];
        return first === undefined ? [] : [{ id, from, to, author: shortName(first.author), text: first.text }];
      }),
    );
  const onSelection = () => {
    if (panel.get() !== "comments" || !editor.view.hasFocus()) return;
    const here = places.at(editor.state.selection.from);
    const now = current.get();
    if (here[0] !== undefined && (now === null || !here.includes(now))) current.set(here[0]);
  };
  editor.on("selectionUpdate", onSelection);
  outbox.unsent.subscribe(places.refresh);
  begun.subscribe(places.refresh);
  places.shown.subscribe(onPlaces);

  function discard(): void {
    outbox.keepTyped(NEW_COMMENT, null);
    places.remove(NEW_COMMENT);
    begun.set(null);
    current.set(null);
  }

  return {
    articleSession,
    outbox,
    /** Places of the open threads at the last pause in typing; threads with deleted text have none. */
    places: places.shown,
    placesNow: places.now,
    current: current as Readable<string | null>,
    begun: begun as Readable<CommentAnchor | null>,
    select: (id: string | null): void => current.set(id),
    /** Selects a thread and its text. @returns false if the text was deleted */
    show(id: string): boolean {
      const thread = threads.get().get(id);
      const place = thread === undefined ? (places.now().get(id) ?? null) : places.find(thread);
      current.set(id);
      if (place !== null) showPlace(editor, place);
      return place !== null;
    },
    /** Starts a comment on the selected text or the block with the cursor, or continues an unsent comment. */
    begin(): void {
      if ((outbox.typed(NEW_COMMENT)?.text ?? "") === "") {
        const mark = markAt(editor.state);
        const anchor = describe(readText(editor.state.doc), mark.kind, mark);
        outbox.keepTyped(NEW_COMMENT, { text: "", anchor });
        begun.set(anchor);
        places.add(NEW_COMMENT, mark);
      }
      current.set(NEW_COMMENT);
      panel.set("comments");
    },
    send(text: string): void {
      const mark = places.now().get(NEW_COMMENT);
      const anchor = mark === undefined ? begun.get() : describe(readText(editor.state.doc), mark.kind, mark);
      if (anchor === null) return;
      const id = randomId();
      if (mark !== undefined) places.add(id, mark);
      outbox.send({ id, thread: null, anchor, author: authorName(), text });
      discard();
      current.set(id);
    },
    discard,
    reply(thread: CommentThread, text: string): void {
      outbox.keepTyped(replyField(thread.id), null);
      outbox.send({ id: randomId(), thread: thread.id, anchor: null, author: authorName(), text });
    },
    async change(id: string, change: { text?: string; resolved?: boolean }): Promise<void> {
      put(await api.changeComment(id, { author: authorName() || messages.people.unnamed, ...change }));
    },
    async remove(thread: CommentThread, id: string): Promise<void> {
      await api.removeComment(id, authorName() || messages.people.unnamed);
      if (id === thread.id) comments.threads.apply(id, null);
    },
    /** The next or previous comment in text order, from the current comment or else the cursor. */
    next(direction: 1 | -1): string | null {
      const { from: cursor } = editor.state.selection;
      const inOrder = [...places.now()].sort(([, one], [, other]) => one.from - other.from || one.to - other.to);
      const at = inOrder.findIndex(([id]) => id === current.get());
      const after = inOrder.findIndex(([, { from }]) => from > cursor);
      const ahead = after < 0 ? inOrder.length : after;
      const index = at >= 0 ? at + direction : direction === 1 ? ahead : ahead - 1;
      return inOrder.at(index % inOrder.length)?.[0] ?? null;
    },
  };
}

/** A comment or reply that is being sent. Its id is created here, so that Galley stores it once even if sent twice. */
export interface UnsentComment {
  id: string;
  /** The thread that it replies to; null for a new thread. */
  thread: string | null;
  anchor: CommentAnchor | null;
  author: string;
  text: string;
  /** Why Galley rejected it; "" while it is being sent. */
  problem: string;
}

/** Keys of typed text: a new comment (also its id until it is sent), a reply, an edit. */
export const NEW_COMMENT = "new";
export const replyField = (threadId: string): string => `reply ${threadId}`;
export const editField = (commentId: string): string => `edit ${commentId}`;

interface TypedComment {
  text: string;
  anchor: CommentAnchor | null;
}

interface Stored {
  unsent: UnsentComment[];
  typed: Record<string, TypedComment>;
}

const MAX_TYPED = 20;

/** Comments that Galley does not have yet, stored in the browser so that they survive reloads and outages. */
function createOutbox(
  { api, connection, memory, session }: CommentSession,
  onResponse: (thread: CommentThread) => void,
) {
  const name = memoryKey(session.session_id);
  const read = (): Stored => {
    try {
      const stored = JSON.parse(memory.get(name) ?? "{}") as Partial<Stored>;
      return { unsent: stored.unsent ?? [], typed: stored.typed ?? {} };
    } catch {
      return { unsent: [], typed: {} };
    }
  };
  const initial = read();
  const unsent = createStore<readonly UnsentComment[]>(initial.unsent);
  const typed = new Map(Object.entries(initial.typed));
  /** Ids and fields of this tab; others in storage belong to other tabs. */
  const own = new Set([...initial.unsent.map(({ id }) => id), ...typed.keys()]);
  let sending = false;

  const write = () => {
    const stored = read();
    const all = [...unsent.get(), ...stored.unsent.filter(({ id }) => !own.has(id))];
    const fields = [...Object.entries(stored.typed).filter(([field]) => !own.has(field)), ...typed].slice(-MAX_TYPED);
    const isEmpty = all.length === 0 && fields.length === 0;
    memory.set(name, isEmpty ? "" : JSON.stringify({ unsent: all, typed: Object.fromEntries(fields) }));
  };
  const change = (next: readonly UnsentComment[]) => {
    for (const { id } of next) own.add(id);
    unsent.set(next);
    write();
  };
  const drop = (id: string) => change(unsent.get().filter((each) => each.id !== id));
  const setProblem = (id: string, problem: string) =>
    change(unsent.get().map((each) => (each.id === id ? { ...each, problem } : each)));

  const post = ({ id, thread, anchor, author, text }: UnsentComment): Promise<CommentThread> =>
    thread === null && anchor !== null
      ? api.beginComment({ id, text, author, anchor })
      : api.replyToComment(thread ?? "", { id, text, author });

  /** Sends the comments one at a time, oldest first. */
  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    for (;;) {
      const next = unsent.get().find(({ problem }) => problem === "");
      if (next === undefined) break;
      try {
        onResponse(await untilDecided(connection, () => post(next)));
        drop(next.id);
      } catch (error) {
        setProblem(next.id, (error as Error).message);
      }
    }
    sending = false;
  }

  void sendAll();
  return {
    unsent: unsent as Readable<readonly UnsentComment[]>,
    send(comment: Omit<UnsentComment, "problem">): void {
      change([...unsent.get(), { ...comment, problem: "" }]);
      void sendAll();
    },
    retry(id: string): void {
      setProblem(id, "");
      void sendAll();
    },
    discard: drop,
    typed: (field: string): TypedComment | null => typed.get(field) ?? null,
    keepTyped(field: string, text: TypedComment | null): void {
      own.add(field);
      typed.delete(field);
      if (text !== null) typed.set(field, text);
      write();
    },
  };
}

function markAt(state: EditorState): Mark {
  const { selection, doc } = state;
  const { from, to } = selection;
  const isBlock = selection instanceof NodeSelection && selection.node.isBlock;
  // Whitespace alone could not be located again.
  if (!isBlock && doc.textBetween(from, to, " ", "-").trim() !== "") return { kind: "words", from, to };
  const block = topBlockAt(state, from);
  if (block === null) return { kind: "words", from, to: Math.min(from + 1, doc.content.size) };
  if (selection instanceof NodeSelection) return { kind: "block", from, to };
  return { kind: "block", from: block.pos, to: block.pos + block.node.nodeSize };
}

/** @anna, @anna@example.org, @Anna.Petrova */
const MENTION = /(?<![\p{L}\p{N}@._-])@([\p{L}\p{N}][\p{L}\p{N}_+-]*(?:[.@][\p{L}\p{N}_+-]+)*)/gu;

const folded = (name: string) => name.trim().toLocaleLowerCase();

/** A name without the host of its e-mail address. */
export function shortName(author: string): string {
  return author.includes(" ") ? author : author.replace(/@.*$/, "") || author;
}

/** Whether a mention names an author by the full name, its first word or the part before the @. */
function isMentioned(author: string, mention: string): boolean {
  const name = folded(author);
  return [name, shortName(name), name.split(" ")[0]].includes(folded(mention));
}

/** The people who should reply: those mentioned last, else the author of the comment before; [] for anyone. */
export function awaitedAuthors(thread: CommentThread): string[] {
  const last = thread.comments.at(-1);
  if (last === undefined || thread.resolved_at !== null) return [];
  const authors = thread.comments.map(({ author }) => author);
  const mentions = [...last.text.matchAll(MENTION)].map(([, name = ""]) => name);
  const named = mentions.map((typed) => authors.find((author) => isMentioned(author, typed)) ?? typed);
  if (named.length > 0) return [...new Set(named)];
  const [first] = authors;
  if (first !== undefined && first !== last.author) return [first];
  const other = thread.comments.findLast(({ author }) => author !== last.author)?.author;
  return other === undefined ? [] : [other];
}

export function waitsFor(thread: CommentThread, author: string): boolean {
  return author.trim() !== "" && awaitedAuthors(thread).some((name) => isMentioned(author, name));
}

/** Whether an author has written in a thread or should reply to it. */
export function involves(thread: CommentThread, author: string): boolean {
  if (author.trim() === "") return false;
  return thread.comments.some((comment) => folded(comment.author) === folded(author)) || waitsFor(thread, author);
}
