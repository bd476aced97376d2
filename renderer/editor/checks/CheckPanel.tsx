import { Button } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { focusFields } from "../article/nodes/blocks-at-cursor.ts";
import { showPlace } from "../comments/places.ts";
import { messages } from "../messages/index.ts";
import { SidePanel } from "../ui/Dialog.tsx";
import { CHECK_KEY } from "../ui/keys.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { type CheckSession, type FindingGroup, type FindingKind, groupFindings } from "./check-list.ts";

export function CheckPanel({ articleSession, onClose }: { articleSession: CheckSession; onClose: () => void }) {
  const { editor } = articleSession;
  const groups = groupFindings(useStore(articleSession.checks.findings));
  const panel = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<FindingKind | null>(null);
  const shrinking = useAction();
  const t = messages.checks;
  useEffect(() => articleSession.checks.check(), [articleSession]);
  const current = groups.find(({ kind }) => kind === chosen) ?? groups[0];
  const go = (group: FindingGroup, step: 1 | -1) => {
    choose(group.kind);
    goToNext(editor, group, step);
  };
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== CHECK_KEY || current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(current, event.shiftKey ? -1 : 1);
    }
    return listenTo(document, { keydown: onKeyDown });
  });
  return (
    <SidePanel ref={panel} className="checks-panel" title={t.title} onClose={onClose}>
      {groups.length === 0 ? (
        <p className="hint" role="status">
          {t.none}
        </p>
      ) : (
        <p className="hint">
          {t.hint} <span className="for-keyboard">{t.keyHint(CHECK_KEY)}</span>
        </p>
      )}
      <Problem action={shrinking} />
      <ul className="plain-list checks-list">
        {groups.map((group) => (
          <li key={group.kind}>
            <button type="button" className="checks-item" onClick={() => go(group, 1)}>
              <span>{t.found[group.kind](group.findings.length)}</span>
              {group.findings.length === 1 && <span className="note one-line">{group.findings[0]?.about}</span>}
            </button>
            {group.kind === "large_picture" && (
              <ShrinkButton articleSession={articleSession} group={group} shrinking={shrinking} />
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

interface ShrinkButtonProps {
  articleSession: CheckSession;
  group: FindingGroup;
  shrinking: ReturnType<typeof useAction>;
}

function ShrinkButton({ articleSession, group, shrinking }: ShrinkButtonProps) {
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.checks;
  if (reading) return null;
  return (
    <Button
      size="compact-xs"
      variant="light"
      loading={shrinking.busy}
      aria-label={`${t.shrink}: ${t.found[group.kind](group.findings.length)}`}
      onClick={() => shrinking.run(articleSession.shrinkPictures)}
    >
      {t.shrink}
    </Button>
  );
}

/** Selects the finding after or before the selected one, or else the cursor; after the last, the first. */
function goToNext(editor: Editor, { findings }: FindingGroup, step: 1 | -1): void {
  const { from } = editor.state.selection;
  const at = findings.findIndex((finding) => finding.from <= from && from <= Math.max(finding.from, finding.to - 1));
  const ahead = findings.findIndex((finding) => finding.from > from);
  const next = at >= 0 ? at + step : step > 0 ? ahead : (ahead < 0 ? findings.length : ahead) - 1;
  const finding = findings.at(next < 0 ? (step > 0 ? 0 : -1) : next % findings.length);
  if (finding === undefined) return;
  showPlace(editor, finding);
  editor.view.focus();
  // Focuses the field for the missing description.
  if (finding.kind === "undescribed") focusFields(editor.view);
}
