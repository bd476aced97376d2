import { CloseButton } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messages } from "../messages/index.ts";
import { CHECK_KEY } from "../ui/keys.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { CheckGroup } from "./CheckGroup.tsx";
import type { FindingKind } from "./check-block.ts";
import { type CheckSession, groupFindings } from "./check-list.ts";
import { goOn } from "./go-to-finding.ts";

/** What there is to look at, each kind once, beside the article: it stays open while things are put right. */
export function CheckPanel({ articleSession, onClose }: { articleSession: CheckSession; onClose: () => void }) {
  const groups = groupFindings(useStore(articleSession.checks.findings));
  const panel = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<FindingKind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const t = messages.around.checks;
  useEffect(() => {
    const before = document.activeElement;
    articleSession.checks.check();
    panel.current?.focus();
    return () => {
      if (panel.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [articleSession]);
  const current = groups.find(({ kind }) => kind === chosen) ?? groups[0];
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.key !== CHECK_KEY || current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(current.kind);
      goOn(articleSession.editor, current, event.shiftKey ? -1 : 1);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  return (
    <section
      ref={panel}
      className="checks-panel"
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
    >
      <header className="checks-head">
        <h2>{t.title}</h2>
        <CloseButton size="sm" aria-label={t.close} onClick={onClose} />
      </header>
      {groups.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <p className="hint">
          {t.hint} <span className="for-keyboard">{t.keyHint(CHECK_KEY)}</span>
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <ul className="checks-list">
        {groups.map((group) => (
          <li key={group.kind}>
            <CheckGroup
              articleSession={articleSession}
              group={group}
              onChoose={() => choose(group.kind)}
              onProblem={setProblem}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
