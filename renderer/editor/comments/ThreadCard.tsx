import { useState } from "react";
import type { CommentThread, CommentView } from "../../../server/contracts/comments-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { useAction } from "../ui/use-action.ts";
import { CommentForm } from "./CommentForm.tsx";
import type { CommentDesk } from "./comment-desk.ts";
import type { CommentSession } from "./comment-gate.ts";
import { editField, replyField } from "./outbox.ts";
import { UnsentCard } from "./UnsentCard.tsx";
import { awaited, shortName, waitsFor } from "./waiting.ts";

export interface ThreadCardProps {
  thread: CommentThread;
  articleSession: CommentSession;
  desk: CommentDesk;
  isCurrent: boolean;
  /** Its words are gone from the text. */
  isLost: boolean;
}

/** One thread: what it is about, what was said, whose turn it is. */
export function ThreadCard({ thread, articleSession, desk, isCurrent, isLost }: ThreadCardProps) {
  const { editor, session } = articleSession;
  const author = useStore(articleSession.author).trim();
  const unsent = useStore(desk.outbox.unsent).filter((each) => each.thread === thread.id);
  const [editing, setEditing] = useState<string | null>(null);
  const action = useAction();
  const t = messages.comments;
  const [first] = thread.comments;
  const starter = shortName(first?.author ?? "");
  const isOwn = (comment: CommentView) =>
    comment.author === author && (session.user_email_fixed || !comment.author_fixed);
  const canRemove = (comment: CommentView) =>
    isOwn(comment) && (comment.id !== thread.id || thread.comments.every((each) => each.author === author));
  const quote = thread.anchor.exact || thread.anchor.file || t.onBlock;

  return (
    <article
      className="comments-card"
      aria-label={t.thread(starter)}
      data-thread={thread.id}
      data-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={() => desk.look(thread.id)}
    >
      <button
        type="button"
        className="comments-quote"
        data-lost={isLost || undefined}
        aria-label={t.goTo(quote)}
        onClick={() => desk.show(thread.id) && editor.view.focus()}
      >
        {quote}
      </button>
      {isLost && <p className="hint">{t.lost}</p>}
      <ol className="comments-said">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <p className="comments-who">
              <strong title={comment.author}>{shortName(comment.author)}</strong>{" "}
              <span className="hint">
                <Time iso={comment.created_at} as="relative" />
                {comment.edited_at !== null && ` · ${t.edited}`}
              </span>
            </p>
            {editing === comment.id ? (
              <CommentForm
                articleSession={articleSession}
                desk={desk}
                field={editField(comment.id)}
                label={t.words}
                send={t.keep}
                initial={comment.text}
                isNew
                onCancel={() => setEditing(null)}
                onSend={(text) =>
                  action.run(async () => {
                    await desk.change(comment.id, { text });
                    desk.outbox.keepTyped(editField(comment.id), null);
                    setEditing(null);
                  })
                }
              />
            ) : (
              <p className="comments-text">{comment.text}</p>
            )}
            {isOwn(comment) && editing === null && (
              <div className="comments-actions">
                <button type="button" className="text-button" onClick={() => setEditing(comment.id)}>
                  {t.edit}
                </button>
                {canRemove(comment) && <Remove onRemove={() => action.run(() => desk.remove(thread, comment.id))} />}
              </div>
            )}
          </li>
        ))}
      </ol>
      {unsent.map((each) => (
        <UnsentCard key={each.id} unsent={each} articleSession={articleSession} desk={desk} />
      ))}
      <p className="comments-turn" data-mine={waitsFor(thread, author) || undefined}>
        {turnOf(thread, author)}
      </p>
      {action.problem !== null && (
        <p role="alert" className="problem">
          {action.problem}
        </p>
      )}
      {thread.resolved_at === null && (
        <CommentForm
          articleSession={articleSession}
          desk={desk}
          field={replyField(thread.id)}
          label={t.replyTo(starter)}
          send={t.reply}
          onSend={(text) => desk.reply(thread, text)}
        />
      )}
      <div className="comments-actions">
        <button
          type="button"
          className="text-button"
          onClick={() => action.run(() => desk.change(thread.id, { resolved: thread.resolved_at === null }))}
        >
          {thread.resolved_at === null ? t.resolve : t.reopen}
        </button>
      </div>
    </article>
  );
}

function turnOf(thread: CommentThread, author: string): string {
  const t = messages.comments;
  if (thread.resolved_at !== null) return t.resolvedBy(shortName(thread.resolved_by ?? ""));
  if (waitsFor(thread, author)) return t.waitsForYou;
  const names = awaited(thread).map(shortName);
  return names.length === 0 ? t.waitsForAnybody : t.waitsFor(names.join(", "));
}

/** Asks once. */
function Remove({ onRemove }: { onRemove: () => void }) {
  const [asked, setAsked] = useState(false);
  const t = messages.comments;
  return (
    <button
      type="button"
      className="text-button"
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? onRemove() : setAsked(true))}
    >
      {asked ? t.removeAsk : t.remove}
    </button>
  );
}
