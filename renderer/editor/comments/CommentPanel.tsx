import { CloseButton } from "@mantine/core";
import { TextSelection } from "@tiptap/pm/state";
import { useEffect, useRef, useState } from "react";
import type { CommentThread } from "../../../server/contracts/comments-api.ts";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { RadioRow } from "../ui/RadioRow.tsx";
import { CommentForm } from "./CommentForm.tsx";
import type { CommentDesk } from "./comment-desk.ts";
import type { CommentSession } from "./comment-gate.ts";
import { NEW } from "./outbox.ts";
import { ThreadCard } from "./ThreadCard.tsx";
import { UnsentCard } from "./UnsentCard.tsx";
import { concerns } from "./waiting.ts";

type Filter = "open" | "resolved" | "mine";

export interface CommentPanelProps {
  articleSession: CommentSession;
  desk: CommentDesk;
  /** The card that is to have the focus; each time an object of its own. */
  wanted: { id: string } | null;
  onClose: () => void;
}

/** The threads in the order of the text, beside the article: one writes on while it is open. */
export function CommentPanel({ articleSession, desk, wanted, onClose }: CommentPanelProps) {
  const { editor } = articleSession;
  const panel = useRef<HTMLElement>(null);
  const [filter, setFilter] = useState<Filter>("open");
  const threads = useStore(desk.list.threads);
  const state = useStore(desk.list.state);
  const places = useStore(desk.places);
  const current = useStore(desk.current);
  const unsent = useStore(desk.outbox.unsent);
  const begun = useStore(desk.writing);
  const author = useStore(articleSession.author);
  const findings = useStore(articleSession.checks.findings);
  const t = messages.comments;

  const all = [...threads.values()];
  const fits = {
    open: ({ resolved_at }: CommentThread) => resolved_at === null,
    resolved: ({ resolved_at }: CommentThread) => resolved_at !== null,
    mine: (thread: CommentThread) => concerns(thread, author),
  }[filter];
  const positionOf = ({ id }: CommentThread) => places.get(id)?.from ?? Number.POSITIVE_INFINITY;
  const shown = all.filter(fits).sort((one, other) => {
    if (filter === "resolved") return (other.resolved_at ?? "").localeCompare(one.resolved_at ?? "");
    const [from, to] = [positionOf(one), positionOf(other)];
    return from === to ? 0 : from - to;
  });
  const isLost = (thread: CommentThread) => thread.resolved_at === null && !places.has(thread.id);
  const waiting = unsent.filter(({ thread }) => thread === null);
  const toCome = findings.filter(({ kind }) => kind === "to_come");

  useEffect(() => {
    const before = document.activeElement;
    const shownPanel = panel.current;
    if (shownPanel?.querySelector("textarea[data-new]") === null) shownPanel.focus();
    return () => {
      if (!shownPanel?.contains(document.activeElement)) return;
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else editor.view.focus();
    };
  }, [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be shown must be among those that are
  useEffect(() => {
    if (wanted === null) return;
    if (!shown.some(({ id }) => id === wanted.id)) setFilter("open");
    panel.current?.querySelector<HTMLElement>(`[data-thread="${wanted.id}"]`)?.focus();
  }, [wanted]);
  useEffect(() => {
    if (current === null) return;
    panel.current?.querySelector(`[data-thread="${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  function goTo(from: number, to: number): void {
    const { doc, tr } = editor.state;
    if (to > doc.content.size) return;
    editor.view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)).scrollIntoView());
    editor.view.focus();
  }

  return (
    <section
      ref={panel}
      className="comments-panel"
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="comments-head">
        <h2>{t.title}</h2>
        <button
          type="button"
          className="text-button"
          // The selection stays in the article.
          onMouseDown={(event) => event.preventDefault()}
          onClick={desk.begin}
        >
          {t.begin}
        </button>
        <CloseButton size="sm" aria-label={t.close} onClick={onClose} />
      </header>
      <RadioRow
        label={t.show}
        options={(["open", "resolved", "mine"] as const).map((each) => [each, t.filters[each]] as const)}
        value={filter}
        onChange={setFilter}
      />
      {begun !== null && (
        <div className="comments-card" data-current data-thread={NEW}>
          <p className="comments-quote">{begun.exact || t.onBlock}</p>
          <CommentForm
            articleSession={articleSession}
            desk={desk}
            field={NEW}
            label={t.words}
            send={t.send}
            isNew
            onSend={desk.send}
            onCancel={() => {
              desk.giveUp();
              editor.view.focus();
            }}
          />
        </div>
      )}
      {waiting.map((each) => (
        <UnsentCard key={each.id} unsent={each} articleSession={articleSession} desk={desk} />
      ))}
      {state === "loading" && <p role="status">{t.loading}</p>}
      {state === "failed" && (
        <p role="alert" className="problem">
          {t.failed}
        </p>
      )}
      {state === "loaded" && shown.length === 0 && waiting.length === 0 && begun === null && (
        <p className="hint">{t.none[filter]}</p>
      )}
      <ul className="comments-list">
        {shown.map((thread) => (
          <li key={thread.id}>
            <ThreadCard
              thread={thread}
              articleSession={articleSession}
              desk={desk}
              isCurrent={thread.id === current}
              isLost={isLost(thread)}
            />
          </li>
        ))}
      </ul>
      {filter !== "resolved" && toCome.length > 0 && (
        <>
          <h3 className="list-title">{t.toCome(toCome.length)}</h3>
          <ul className="comments-list">
            {toCome.map(({ from, to, about }) => (
              <li key={from}>
                <button type="button" className="comments-quote" onClick={() => goTo(from, to)}>
                  {about}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
