import { Button } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useEffect, useRef, useState } from "react";
import { focusFields } from "../article/nodes/blocks-at-cursor.ts";
import { messages } from "../messages/index.ts";
import { SidePanel } from "../ui/Dialog.tsx";
import { CHECK_KEY } from "../ui/keys.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { type CheckSession, type Finding, type FindingGroup, type FindingKind, groupFindings } from "./check-list.ts";

export function CheckPanel({ articleSession, onClose }: { articleSession: CheckSession; onClose: () => void }) {
  const groups = groupFindings(useStore(articleSession.checks.findings));
  const panel = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<FindingKind | null>(null);
  const shrinking = useAction();
  const t = messages.checks;
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
    <SidePanel ref={panel} className="checks-panel" title={t.title} onClose={onClose}>
      {groups.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <p className="hint">
          {t.hint} <span className="for-keyboard">{t.keyHint(CHECK_KEY)}</span>
        </p>
      )}
      <Problem action={shrinking} />
      <ul className="plain-list checks-list">
        {groups.map((group) => (
          <li key={group.kind}>
            <CheckGroup
              articleSession={articleSession}
              group={group}
              onChoose={() => choose(group.kind)}
              shrinking={shrinking}
            />
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

interface CheckGroupProps {
  articleSession: CheckSession;
  group: FindingGroup;
  onChoose(): void;
  shrinking: ReturnType<typeof useAction>;
}

function CheckGroup({ articleSession, group, onChoose, shrinking }: CheckGroupProps) {
  const { editor } = articleSession;
  const t = messages.checks;
  const [first] = group.findings;
  const count = group.findings.length;
  const what = t.found[group.kind](count);
  const about = count === 1 ? (first?.about ?? "") : "";
  const [place, setPlace] = useState("");
  useEffect(() => {
    const show = () => {
      const at = findingAt(editor, group);
      setPlace(at === null ? "" : messages.checks.place(at + 1, group.findings.length));
    };
    show();
    editor.on("selectionUpdate", show);
    return () => void editor.off("selectionUpdate", show);
  }, [editor, group]);
  const go = (step: 1 | -1) => {
    onChoose();
    goToNext(editor, group, step);
  };
  return (
    <>
      <button
        type="button"
        className="checks-item"
        onClick={() => {
          onChoose();
          if (first !== undefined) goTo(editor, first);
        }}
      >
        <span>{what}</span>
        {about !== "" && <span className="note one-line">{about}</span>}
      </button>
      <div className="checks-tools row">
        {count > 1 && (
          <>
            <Button size="compact-xs" variant="default" aria-label={`${t.previous}: ${what}`} onClick={() => go(-1)}>
              {t.previous}
            </Button>
            <Button size="compact-xs" variant="default" aria-label={`${t.next}: ${what}`} onClick={() => go(1)}>
              {t.next}
            </Button>
            <span className="note" role="status">
              {place}
            </span>
          </>
        )}
        {group.kind === "large_picture" && (
          <ShrinkButton articleSession={articleSession} group={group} shrinking={shrinking} />
        )}
      </div>
    </>
  );
}

function ShrinkButton({ articleSession, group, shrinking }: Omit<CheckGroupProps, "onChoose">) {
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.checks;
  if (reading) return null;
  const label = group.findings.length === 1 ? t.shrink : t.shrinkAll;
  return (
    <Button
      size="compact-xs"
      variant="light"
      loading={shrinking.busy}
      aria-label={group.findings.length === 1 ? `${label}: ${group.findings[0]?.about}` : label}
      onClick={() => shrinking.run(articleSession.shrinkPictures)}
    >
      {label}
    </Button>
  );
}

function goTo(editor: Editor, { kind, from, to }: Finding): void {
  const { doc, tr } = editor.state;
  // The article may have changed since the check.
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const isBlock = block?.isBlock === true && (from === to || from + block.nodeSize === to);
  // The cursor goes into an empty heading; other blocks are selected.
  const inHeading = block?.type.name === "heading" ? TextSelection.near(doc.resolve(from + 1)) : null;
  const selection = isBlock ? (inHeading ?? NodeSelection.create(doc, from)) : TextSelection.create(doc, from, to);
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView());
  editor.view.focus();
  // Focuses the field for the missing description.
  if (kind === "undescribed") focusFields(editor.view);
}

function findingAt(editor: Editor, { findings }: FindingGroup): number | null {
  const { from } = editor.state.selection;
  const found = findings.findIndex((finding) => finding.from <= from && from <= Math.max(finding.from, finding.to - 1));
  return found < 0 ? null : found;
}

function goToNext(editor: Editor, group: FindingGroup, step: 1 | -1): void {
  const { findings } = group;
  const { from } = editor.state.selection;
  const at = findingAt(editor, group);
  const ahead = findings.findIndex((finding) => finding.from > from);
  // Between two findings, "next" is the following one and "previous" the preceding one.
  const next = at !== null ? at + step : step > 0 ? ahead : (ahead < 0 ? findings.length : ahead) - 1;
  const finding = findings.at(next < 0 ? (step > 0 ? 0 : -1) : next % findings.length);
  if (finding !== undefined) goTo(editor, finding);
}
