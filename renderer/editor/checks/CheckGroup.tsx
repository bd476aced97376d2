import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { messages } from "../messages/index.ts";
import { useStorePart } from "../ui/lib/use-store.ts";
import { useAction } from "../ui/use-action.tsx";
import type { CheckSession, FindingGroup } from "./check-list.ts";
import { findingAt, goOn, goTo } from "./go-to-finding.ts";

interface CheckGroupProps {
  articleSession: CheckSession;
  group: FindingGroup;
  onChoose(): void;
  onProblem(problem: string | null): void;
}

export function CheckGroup({ articleSession, group, onChoose, onProblem }: CheckGroupProps) {
  const { editor } = articleSession;
  const t = messages.around.checks;
  const [first] = group.findings;
  const count = group.findings.length;
  const what = count === 1 ? t[group.kind] : t.several[group.kind](count);
  const about = count === 1 ? (first?.about ?? "") : "";
  const [place, setPlace] = useState("");
  useEffect(() => {
    const show = () => {
      const at = findingAt(editor, group);
      setPlace(at === null ? "" : messages.around.checks.place(at + 1, group.findings.length));
    };
    show();
    editor.on("selectionUpdate", show);
    return () => void editor.off("selectionUpdate", show);
  }, [editor, group]);
  const go = (step: 1 | -1) => {
    onChoose();
    goOn(editor, group, step);
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
            <Button size="compact-xs" variant="default" aria-label={t.previousOf(what)} onClick={() => go(-1)}>
              {t.previous}
            </Button>
            <Button size="compact-xs" variant="default" aria-label={t.nextOf(what)} onClick={() => go(1)}>
              {t.next}
            </Button>
            <span className="note" role="status">
              {place}
            </span>
          </>
        )}
        {group.kind === "large_picture" && (
          <ShrinkButton articleSession={articleSession} group={group} onProblem={onProblem} />
        )}
      </div>
    </>
  );
}

/** Resizes all large pictures one after the other; each can be undone. */
function ShrinkButton({ articleSession, group, onProblem }: Omit<CheckGroupProps, "onChoose">) {
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const action = useAction();
  const t = messages.around.checks;
  useEffect(() => onProblem(action.problem), [action.problem, onProblem]);
  if (reading) return null;
  const words = group.findings.length === 1 ? t.shrink : t.shrinkAll;
  return (
    <Button
      size="compact-xs"
      variant="light"
      loading={action.busy}
      aria-label={group.findings.length === 1 ? `${words}: ${group.findings[0]?.about}` : words}
      onClick={() => action.run(() => articleSession.shrinkPictures())}
    >
      {words}
    </Button>
  );
}
