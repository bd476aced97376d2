import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { type CommentThread, type CommentView, MAX_COMMENT } from "../../../server/contracts/comments-api.ts";
import { MAX_AUTHOR } from "../../../server/contracts/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { TextButton } from "../ui/buttons.tsx";
import { useStore } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import {
  awaitedAuthors,
  type CommentStore,
  editField,
  NEW_COMMENT,
  replyField,
  shortName,
  type UnsentComment,
  waitsFor,
} from "./comment-store.ts";

interface ThreadCardProps {
  thread: CommentThread;
  store: CommentStore;
  isCurrent: boolean;
  /** The commented text was deleted. */
  isLost: boolean;
}

export function ThreadCard({ thread, store, isCurrent, isLost }: ThreadCardProps) {
  const { articleSession, outbox } = store;
  const { editor, session } = articleSession;
  const author = useStore(articleSession.author).trim();
  const unsent = useStore(outbox.unsent).filter((each) => each.thread === thread.id);
  const [editing, setEditing] = useState<string | null>(null);
  const action = useAction();
  const t = messages.comments;
  const starter = shortName(thread.comments[0]?.author ?? "");
  const isOwn = (comment: CommentView) =>
    comment.author === author && (session.user_email_fixed || !comment.author_fixed);
  const canRemove = (comment: CommentView) =>
    isOwn(comment) && (comment.id !== thread.id || thread.comments.every((each) => each.author === author));
  const quote = thread.anchor.exact || thread.anchor.file || t.onBlock;

  return (
    <article
      className="comments-card stack"
      aria-label={t.marker(starter, 0)}
      data-thread={thread.id}
      data-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={() => store.select(thread.id)}
    >
      <button
        type="button"
        className="comments-quote note one-line"
        data-lost={isLost || undefined}
        aria-label={t.goTo(quote)}
        onClick={() => store.show(thread.id) && editor.view.focus()}
      >
        {quote}
      </button>
      {isLost && <p className="hint">{t.lost}</p>}
      <ol className="plain-list">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <p className="note">
              <strong title={comment.author}>{shortName(comment.author)}</strong>{" "}
              <span className="hint">
                <Time iso={comment.created_at} as="relative" />
                {comment.edited_at !== null && ` · ${t.edited}`}
              </span>
            </p>
            {editing === comment.id ? (
              <CommentForm
                store={store}
                field={editField(comment.id)}
                label={t.text}
                send={messages.common.save}
                initial={comment.text}
                isNew
                onCancel={() => setEditing(null)}
                onSend={(text) =>
                  action.run(async () => {
                    await store.change(comment.id, { text });
                    outbox.keepTyped(editField(comment.id), null);
                    setEditing(null);
                  })
                }
              />
            ) : (
              <p className="comments-text">{comment.text}</p>
            )}
            {isOwn(comment) && editing === null && (
              <div className="row">
                <TextButton onClick={() => setEditing(comment.id)}>{t.edit}</TextButton>
                {canRemove(comment) && <Remove onRemove={() => action.run(() => store.remove(thread, comment.id))} />}
              </div>
            )}
          </li>
        ))}
      </ol>
      {unsent.map((each) => (
        <UnsentCard key={each.id} unsent={each} store={store} />
      ))}
      <p className="note" data-tone={waitsFor(thread, author) ? "waiting" : undefined}>
        {turnOf(thread, author)}
      </p>
      <Problem action={action} />
      {thread.resolved_at === null && (
        <CommentForm
          store={store}
          field={replyField(thread.id)}
          label={t.replyTo(starter)}
          send={t.reply}
          onSend={(text) => store.reply(thread, text)}
        />
      )}
      <div className="row">
        <TextButton
          onClick={() => action.run(() => store.change(thread.id, { resolved: thread.resolved_at === null }))}
        >
          {thread.resolved_at === null ? t.resolve : t.reopen}
        </TextButton>
      </div>
    </article>
  );
}

function turnOf(thread: CommentThread, author: string): string {
  const t = messages.comments;
  if (thread.resolved_at !== null) return t.resolvedBy(shortName(thread.resolved_by ?? ""));
  if (waitsFor(thread, author)) return t.waitsForYou;
  const names = awaitedAuthors(thread).map(shortName);
  return names.length === 0 ? t.waitsForReply : t.waitsFor(names.join(", "));
}

function Remove({ onRemove }: { onRemove: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const t = messages.comments;
  return (
    <TextButton onBlur={() => setConfirming(false)} onClick={() => (confirming ? onRemove() : setConfirming(true))}>
      {confirming ? t.removeAsk : t.remove}
    </TextButton>
  );
}

export function UnsentCard({ unsent, store }: { unsent: UnsentComment; store: CommentStore }) {
  const { articleSession, outbox } = store;
  const connection = useStore(articleSession.connection.state);
  const { id, anchor, text, problem } = unsent;
  const t = messages.comments;
  return (
    <div className="comments-card stack" data-thread={id}>
      {anchor !== null && <p className="comments-quote note one-line">{anchor.exact || t.onBlock}</p>}
      <p className="comments-text">{text}</p>
      <p role="status" className={problem === "" ? "hint" : "problem"}>
        {problem || (connection === "up" ? t.sending : t.unsent)}
      </p>
      {problem !== "" && (
        <div className="row">
          <TextButton onClick={() => outbox.retry(id)}>{messages.common.retry}</TextButton>
          <TextButton onClick={() => outbox.discard(id)}>{messages.common.discard}</TextButton>
        </div>
      )}
    </div>
  );
}

interface CommentFormProps {
  store: CommentStore;
  /** Key under which typed text is stored. @see comment-store.ts */
  field: string;
  label: string;
  send: string;
  initial?: string;
  isNew?: boolean;
  onSend: (text: string) => void;
  /** Absent for a reply, which is always shown. */
  onCancel?: () => void;
}

/** The form of a comment. Typed text survives a reload; Ctrl+Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { store, field, label, send, initial = "", isNew = false, onSend, onCancel } = props;
  const { articleSession, outbox } = store;
  const author = useStore(articleSession.author);
  const [text, setText] = useState(outbox.typed(field)?.text || initial);
  /** State, because a derived value would hide the field after the first letter of the name. */
  const [showsName, setShowsName] = useState(author.trim() === "");
  const textField = useRef<HTMLTextAreaElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const t = messages.comments;
  const isReady = text.trim() !== "" && author.trim() !== "";
  const isOpen = isNew || text !== "";
  useEffect(() => {
    if (isNew) textField.current?.focus();
  }, [isNew]);

  function type(value: string): void {
    setText(value);
    const isKept = value !== "" || field === NEW_COMMENT;
    outbox.keepTyped(field, isKept ? { text: value, anchor: store.begun.get() } : null);
  }
  function submit(): void {
    if (author.trim() === "") {
      setShowsName(true);
      name.current?.focus();
    }
    if (!isReady) return;
    // An edit stays until Galley accepts it.
    if (initial === "") setText("");
    onSend(text.trim());
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {showsName && isOpen && (
        <TextInput
          ref={name}
          label={t.name}
          maxLength={MAX_AUTHOR}
          autoComplete="name"
          value={author}
          onChange={(event) => articleSession.author.set(event.currentTarget.value)}
        />
      )}
      <textarea
        ref={textField}
        className="field"
        aria-label={label}
        placeholder={isNew ? t.mention : send}
        rows={isOpen ? 3 : 1}
        maxLength={MAX_COMMENT}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      {isOpen && (
        <div className="row">
          <Button
            type="submit"
            size="compact-sm"
            variant={isReady ? "filled" : "default"}
            aria-disabled={!isReady || undefined}
          >
            {send}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              outbox.keepTyped(field, null);
              setText("");
              onCancel?.();
            }}
          >
            {messages.common.discard}
          </Button>
        </div>
      )}
    </form>
  );
}
