import { Button, CloseButton } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useEffect, useRef } from "react";
import { useStore, useStorePart } from "../lib/use-store.ts";
import { messages } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { useAction } from "../ui/use-action.ts";
import { shrinkPicture } from "../uploads/large-pictures.ts";
import type { Finding } from "./check-block.ts";

/** The findings one below the other, beside the article: it stays open while they are put right. */
export function CheckPanel({ articleSession, onClose }: { articleSession: ArticleSession; onClose: () => void }) {
  const findings = useStore(articleSession.checks.findings);
  const panel = useRef<HTMLElement>(null);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const action = useAction();
  const { files, uploads } = articleSession;
  const t = messages.around.checks;
  useEffect(() => {
    const before = document.activeElement;
    articleSession.checks.check();
    panel.current?.focus();
    return () => {
      if (panel.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [articleSession]);
  return (
    <section
      ref={panel}
      className="checks-panel"
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="checks-head">
        <h2>{t.title}</h2>
        <CloseButton size="sm" aria-label={t.close} onClick={onClose} />
      </header>
      {findings.length === 0 ? <p role="status">{t.none}</p> : <p className="hint">{t.hint}</p>}
      {action.problem !== null && (
        <p role="alert" className="problem">
          {action.problem}
        </p>
      )}
      <ul className="checks-list">
        {findings.map((finding) => (
          <li key={`${finding.kind}-${finding.from}`}>
            <button type="button" className="checks-item" onClick={() => goTo(articleSession.editor, finding)}>
              <span>{t[finding.kind]}</span>
              {finding.about !== "" && <span className="checks-about">{finding.about}</span>}
            </button>
            {finding.kind === "large_picture" && !reading && (
              <Button
                size="compact-xs"
                variant="light"
                loading={action.busy}
                aria-label={`${t.shrink}: ${finding.about}`}
                onClick={() =>
                  action.run(() => shrinkPicture(articleSession.editor.view, { files, queue: uploads }, finding.from))
                }
              >
                {t.shrink}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the place of a finding and puts the cursor there: on the block, or over its words. */
function goTo(editor: Editor, { from, to }: Finding): void {
  const { doc, tr } = editor.state;
  // The article may have changed since it was looked at.
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const isBlock = block?.isBlock === true && (from === to || from + block.nodeSize === to);
  // A heading without words wants some; of any other block it is the block that is meant.
  const words = block?.type.name === "heading" ? TextSelection.near(doc.resolve(from + 1)) : null;
  const selection = isBlock ? (words ?? NodeSelection.create(doc, from)) : TextSelection.create(doc, from, to);
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView());
  editor.view.focus();
  const shown = editor.view.nodeDOM(isBlock ? from : selection.from);
  const element = shown instanceof HTMLElement ? shown : shown?.parentElement;
  element?.scrollIntoView({ block: "center" });
}
