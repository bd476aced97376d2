import { Button, Group } from "@mantine/core";
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
import { useDeferredEditorState } from "../writing/writing-tools.ts";
import { type CheckSession, type Finding, type FindingGroup, type FindingKind, groupFindings } from "./check-list.ts";

export function CheckPanel({ articleSession, onClose }: { articleSession: CheckSession; onClose: () => void }) {
  const { editor, presence } = articleSession;
  const reading = useStorePart(presence.state, ({ mode }) => mode === "reading");
  const groups = groupFindings(useStore(articleSession.checks.findings));
  const panel = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<FindingKind | null>(null);
  const shrinking = useAction();
  const t = messages.checks;
  useEffect(() => articleSession.checks.check(), [articleSession]);
  const current = groups.find(({ kind }) => kind === chosen) ?? groups[0];
  const { from } = useDeferredEditorState(editor, () => ({ from: editor.state.selection.from }));
  const placeOf = ({ findings }: FindingGroup) => {
    const at = indexAt(findings, from);
    return at < 0 ? "" : t.place(at + 1, findings.length);
  };
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
            {group.findings.length > 1 && (
              <Group gap="xs">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${t.previous}: ${t.found[group.kind](group.findings.length)}`}
                  onClick={() => go(group, -1)}
                >
                  {t.previous}
                </Button>
                <span className="note" role="status">
                  {placeOf(group)}
                </span>
              </Group>
            )}
            {group.kind === "large_picture" && !reading && (
              <Button
                size="compact-xs"
                variant="light"
                loading={shrinking.busy}
                aria-label={`${t.shrink}: ${t.found[group.kind](group.findings.length)}`}
                onClick={() => shrinking.run(articleSession.shrinkPictures)}
              >
                {t.shrink}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

/** Index of the finding at a position; -1 for none. */
const indexAt = (findings: readonly Finding[], position: number): number =>
  findings.findIndex(({ from, to }) => from <= position && position <= Math.max(from, to - 1));

/** Selects the finding after or before the selected one, or else the cursor; after the last, the first. */
function goToNext(editor: Editor, { findings }: FindingGroup, step: 1 | -1): void {
  const { from } = editor.state.selection;
  const at = indexAt(findings, from);
  const ahead = findings.findIndex((finding) => finding.from > from);
  const next = at >= 0 ? at + step : step > 0 ? ahead : (ahead < 0 ? findings.length : ahead) - 1;
  const finding = findings.at(next < 0 ? (step > 0 ? 0 : -1) : next % findings.length);
  if (finding === undefined) return;
  showPlace(editor, finding);
  editor.view.focus();
  // Focuses the field for the missing description.
  if (finding.kind === "undescribed") focusFields(editor.view);
}
