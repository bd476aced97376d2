import { CloseButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Desk } from "../../desk.ts";
import { messages } from "../../messages.ts";
import { useStore } from "../../use-store.ts";
import { goTo } from "./go-to.ts";

/** The findings one below the other, beside the article: it stays open while they are put right. */
export function CheckPanel({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const findings = useStore(desk.checks.findings);
  const panel = useRef<HTMLElement>(null);
  const t = messages.around.checks;
  useEffect(() => {
    const before = document.activeElement;
    desk.checks.check();
    panel.current?.focus();
    return () => {
      if (panel.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [desk]);
  return (
    <section
      ref={panel}
      className="check-panel"
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="check-head">
        <h2>{t.title}</h2>
        <CloseButton size="sm" aria-label={t.close} onClick={onClose} />
      </header>
      {findings.length === 0 ? <p role="status">{t.none}</p> : <p className="hint">{t.hint}</p>}
      <ul className="check-list">
        {findings.map((finding) => (
          <li key={`${finding.kind}-${finding.from}`}>
            <button type="button" className="check-item" onClick={() => goTo(desk.editor, finding)}>
              <span>{t[finding.kind]}</span>
              {finding.about !== "" && <span className="check-about">{finding.about}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
