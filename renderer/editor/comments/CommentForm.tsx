import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { MAX_COMMENT } from "../../../server/contracts/comments-api.ts";
import { MAX_AUTHOR } from "../../../server/contracts/editor-api.ts";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import type { CommentDesk } from "./comment-desk.ts";
import type { CommentSession } from "./comment-gate.ts";
import { NEW } from "./outbox.ts";

export interface CommentFormProps {
  articleSession: CommentSession;
  desk: CommentDesk;
  /** Under which its words are kept while they are typed. @see outbox.ts */
  field: string;
  label: string;
  send: string;
  /** Where nothing has been typed yet. */
  initial?: string;
  /** Has the focus at once. */
  isNew?: boolean;
  onSend: (text: string) => void;
  /** Absent for a field that is always there. */
  onCancel?: () => void;
}

/** Where a comment is written. What is typed survives a reload; Ctrl+Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { articleSession, desk, field, label, send, initial = "", isNew = false, onSend, onCancel } = props;
  const { outbox } = desk;
  const author = useStore(articleSession.author);
  const [text, setText] = useState(outbox.typed(field)?.text || initial);
  /** Asked for while it is typed: a name that is complete with its first letter would take the field away. */
  const [asksName, setAsksName] = useState(author.trim() === "");
  const words = useRef<HTMLTextAreaElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const nameId = useId();
  const t = messages.comments;
  const isReady = text.trim() !== "" && author.trim() !== "";
  const isOpen = isNew || text !== "";
  useEffect(() => {
    if (isNew) words.current?.focus();
  }, [isNew]);

  function type(value: string): void {
    setText(value);
    const isKept = value !== "" || field === NEW;
    outbox.keepTyped(field, isKept ? { text: value, anchor: desk.writing.get() } : null);
  }
  function submit(): void {
    if (author.trim() === "") {
      setAsksName(true);
      name.current?.focus();
    }
    if (!isReady) return;
    // Changed words stay until they are taken.
    if (initial === "") setText("");
    onSend(text.trim());
  }
  return (
    <form
      className="comments-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {asksName && isOpen && (
        <>
          <label htmlFor={nameId}>{t.name}</label>
          <input
            ref={name}
            id={nameId}
            className="comments-field"
            maxLength={MAX_AUTHOR}
            autoComplete="name"
            aria-describedby={`${nameId}-hint`}
            value={author}
            onChange={(event) => articleSession.author.set(event.currentTarget.value)}
          />
          <p className="hint" id={`${nameId}-hint`}>
            {t.nameHint}
          </p>
        </>
      )}
      <textarea
        ref={words}
        className="comments-field"
        data-new={isNew || undefined}
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
        <div className="comments-actions">
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
            {t.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}
