import { useEffect, useRef, useState } from "react";
import { messages } from "../messages/index.ts";
import { CHECK_KEY } from "../ui/keys.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore } from "../ui/lib/store.ts";
import { SidePanel } from "../ui/SidePanel.tsx";
import { Problem } from "../ui/use-action.tsx";
import { CheckGroup, goToNext } from "./CheckGroup.tsx";
import type { FindingKind } from "./check-block.ts";
import { type CheckSession, groupFindings } from "./check-list.ts";

export function CheckPanel({ articleSession, onClose }: { articleSession: CheckSession; onClose: () => void }) {
  const groups = groupFindings(useStore(articleSession.checks.findings));
  const panel = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<FindingKind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const t = messages.around.checks;
  useEffect(() => articleSession.checks.check(), [articleSession]);
  const current = groups.find(({ kind }) => kind === chosen) ?? groups[0];
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== CHECK_KEY || current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(current.kind);
      goToNext(articleSession.editor, current, event.shiftKey ? -1 : 1);
    }
    return listenTo(document, { keydown: onKeyDown });
  });
  return (
    <SidePanel ref={panel} className="checks-panel" title={t.title} closeLabel={t.close} onClose={onClose}>
      {groups.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <p className="hint">
          {t.hint} <span className="for-keyboard">{t.keyHint(CHECK_KEY)}</span>
        </p>
      )}
      <Problem action={{ problem }} />
      <ul className="plain-list checks-list">
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
    </SidePanel>
  );
}
