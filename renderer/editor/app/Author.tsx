import { useEffect, useRef, useState } from "react";
import { MAX_AUTHOR } from "../../../server/contracts/editor-api.ts";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/store.ts";
import type { OpenSession } from "./open-session.ts";

export function Author({ articleSession }: { articleSession: OpenSession }) {
  const author = useStore(articleSession.author);
  const [asked, setAsked] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const t = messages.header;
  useEffect(() => {
    if (!asked && isDone.current) word.current?.focus();
    isDone.current = false;
  }, [asked]);

  const named = (
    <>
      <span className="unseen">{t.author}: </span>
      {author}
    </>
  );
  if (articleSession.session.user_email_fixed)
    return (
      <span className="head-author one-line" title={author}>
        {named}
      </span>
    );
  const isMissing = author.trim() === "";
  if (!asked)
    return (
      <button
        ref={word}
        type="button"
        className={`head-author one-line ${isMissing ? "head-author-missing" : ""}`}
        title={author}
        onClick={() => setAsked(true)}
      >
        {isMissing ? t.authorMissing : named}
      </button>
    );
  return (
    <input
      className="head-author-field"
      aria-label={t.author}
      placeholder={t.authorPlaceholder}
      autoComplete="email"
      maxLength={MAX_AUTHOR}
      // biome-ignore lint/a11y/noAutofocus: the journalist opened the field
      autoFocus
      value={author}
      onChange={(event) => articleSession.author.set(event.currentTarget.value)}
      onBlur={() => setAsked(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        // The key must not press the button that gets the focus.
        event.preventDefault();
        isDone.current = true;
        setAsked(false);
      }}
    />
  );
}
