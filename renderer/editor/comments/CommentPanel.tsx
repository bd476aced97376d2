import { SegmentedControl } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { CommentThread } from "../../../server/contracts/comments-api.ts";
import { messages } from "../messages/index.ts";
import { TextButton } from "../ui/buttons.tsx";
import { SidePanel } from "../ui/Dialog.tsx";
import { useStore } from "../ui/lib/store.ts";
import { type CommentStore, involves, NEW_COMMENT } from "./comment-store.ts";
import { showPlace } from "./places.ts";
import { CommentForm, ThreadCard, UnsentCard } from "./ThreadCard.tsx";

const FILTERS = ["open", "resolved", "mine"] as const;

interface CommentPanelProps {
  store: CommentStore;
  focused: { id: string } | null;
  onClose: () => void;
}

/** The threads in text order, next to the article, which stays editable. */
export function CommentPanel({ store, focused, onClose }: CommentPanelProps) {
  const { articleSession } = store;
  const { editor, comments } = articleSession;
  const panel = useRef<HTMLElement>(null);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("open");
  const threads = useStore(comments.threads.rows);
  const { state } = useStore(comments.threads.loading);
  const places = useStore(store.places);
  const current = useStore(store.current);
  const unsent = useStore(store.outbox.unsent).filter(({ thread }) => thread === null);
  const begun = useStore(store.begun);
  const author = useStore(articleSession.author);
  const notes = useStore(articleSession.checks.findings).filter(({ kind }) => kind === "to_come");
  const t = messages.comments;

  const fits = (thread: CommentThread) =>
    filter === "mine" ? involves(thread, author) : (thread.resolved_at === null) === (filter === "open");
  const positionOf = ({ id }: CommentThread) => places.get(id)?.from ?? Number.MAX_SAFE_INTEGER;
  const shown = [...threads.values()]
    .filter(fits)
    .sort(
      (one, other) =>
        (filter === "resolved" && (other.resolved_at ?? "").localeCompare(one.resolved_at ?? "")) ||
        positionOf(one) - positionOf(other),
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new request
  useEffect(() => {
    if (focused === null) return;
    if (!shown.some(({ id }) => id === focused.id)) setFilter("open");
    panel.current?.querySelector<HTMLElement>(`[data-thread="${focused.id}"]`)?.focus();
  }, [focused]);
  useEffect(() => {
    if (current === null) return;
    panel.current?.querySelector(`[data-thread="${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <SidePanel
      ref={panel}
      className="comments-panel"
      title={t.title}
      onClose={onClose}
      focusBack={() => editor.view.focus()}
      tools={
        <TextButton
          // Keeps the selection in the article.
          onMouseDown={(event) => event.preventDefault()}
          onClick={store.begin}
        >
          {t.begin}
        </TextButton>
      }
    >
      <SegmentedControl
        aria-label={t.show}
        size="xs"
        data={FILTERS.map((value) => ({ value, label: t.filters[value] }))}
        value={filter}
        onChange={setFilter}
      />
      {begun !== null && (
        <div className="comments-card stack" data-current data-thread={NEW_COMMENT}>
          <p className="comments-quote note one-line">{begun.exact || t.onBlock}</p>
          <CommentForm
            store={store}
            field={NEW_COMMENT}
            label={t.text}
            send={t.send}
            isNew
            onSend={store.send}
            onCancel={() => {
              store.discard();
              editor.view.focus();
            }}
          />
        </div>
      )}
      {unsent.map((each) => (
        <UnsentCard key={each.id} unsent={each} store={store} />
      ))}
      {state === "loading" && <p role="status">{messages.common.loading}</p>}
      {state === "failed" && (
        <p role="alert" className="problem">
          {t.failed}
        </p>
      )}
      {state === "loaded" && shown.length === 0 && unsent.length === 0 && begun === null && (
        <p className="hint">{t.none[filter]}</p>
      )}
      <ul className="plain-list">
        {shown.map((thread) => (
          <li key={thread.id}>
            <ThreadCard
              thread={thread}
              store={store}
              isCurrent={thread.id === current}
              isLost={thread.resolved_at === null && !places.has(thread.id)}
            />
          </li>
        ))}
      </ul>
      {filter !== "resolved" && notes.length > 0 && (
        <>
          <h3 className="list-title">{t.notes(notes.length)}</h3>
          <ul className="plain-list">
            {notes.map((note) => (
              <li key={note.from}>
                <button
                  type="button"
                  className="comments-quote note one-line"
                  onClick={() => {
                    showPlace(editor, note);
                    editor.view.focus();
                  }}
                >
                  {note.about}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  );
}
