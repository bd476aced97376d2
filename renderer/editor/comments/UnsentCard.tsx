import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import type { CommentDesk } from "./comment-desk.ts";
import type { CommentSession } from "./comment-gate.ts";
import type { Unsent } from "./outbox.ts";

/** Words that the appliance does not have yet. */
export function UnsentCard({
  unsent,
  articleSession,
  desk,
}: {
  unsent: Unsent;
  articleSession: CommentSession;
  desk: CommentDesk;
}) {
  const connection = useStore(articleSession.connection.state);
  const t = messages.comments;
  const isRefused = unsent.problem !== "";
  return (
    <div className="comments-card" data-thread={unsent.id}>
      {unsent.anchor !== null && <p className="comments-quote">{unsent.anchor.exact || t.onBlock}</p>}
      <p className="comments-text">{unsent.text}</p>
      <p role="status" className={isRefused ? "problem" : "hint"}>
        {isRefused ? unsent.problem : connection === "up" ? t.sending : t.unsent}
      </p>
      {isRefused && (
        <div className="comments-actions">
          <button type="button" className="text-button" onClick={() => desk.outbox.again(unsent.id)}>
            {t.again}
          </button>
          <button type="button" className="text-button" onClick={() => desk.outbox.discard(unsent.id)}>
            {t.cancel}
          </button>
        </div>
      )}
    </div>
  );
}
