import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useMemo, useRef, useState } from "react";
import { type DifferenceRow, differenceOf } from "../../../server/article/compare/difference.ts";
import { messages } from "../messages/index.ts";
import { DifferentBlock, OnlyMine, OnlyTheirs, SameBlocks } from "./DifferentBlock.tsx";
import type { PictureUrl } from "./Pictures.tsx";

export interface DifferenceViewProps {
  /** What is on the screen. */
  mine: Node;
  theirs: Node;
  /** What the other side is called: "Version 3". */
  theirName: string;
  pictureUrl: PictureUrl;
  /** Copies a block over; absent where nothing may be changed. */
  onTake?: (row: DifferenceRow) => void;
  /** Takes the last copying back; absent where there was none. */
  onUndo?: () => void;
}

/** Two articles side by side, or one below the other where the screen is narrow. */
export function DifferenceView({ mine, theirs, theirName, pictureUrl, onTake, onUndo }: DifferenceViewProps) {
  const t = messages.around.difference;
  const difference = useMemo(() => differenceOf(mine, theirs, nameOfAttribute), [mine, theirs]);
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);

  function go(step: 1 | -1): void {
    const changes = [...(list.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    if (changes.length === 0) return;
    const focused = changes.findIndex((change) => change.contains(document.activeElement));
    const from = focused >= 0 ? focused : step > 0 ? Math.min(current, changes.length - 1) : current;
    const next = (Math.max(from, step > 0 ? -1 : 0) + step + changes.length) % changes.length;
    setCurrent(next);
    changes[next]?.focus();
    changes[next]?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    // Wherever the focus is in the dialog around.
    const around = list.current?.closest("dialog");
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      go(event.key === "ArrowDown" ? 1 : -1);
    };
    around?.addEventListener("keydown", onKeyDown);
    return () => around?.removeEventListener("keydown", onKeyDown);
  });

  return (
    <div className="compare">
      <div className="compare-bar">
        <strong role="status">{t.changes(difference.changes)}</strong>
        {difference.changes > 0 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.next}
              title={`${t.next} (Alt+↓)`}
              onClick={() => go(1)}
            >
              <IconArrowDown size={18} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.previous}
              title={`${t.previous} (Alt+↑)`}
              onClick={() => go(-1)}
            >
              <IconArrowUp size={18} stroke={1.7} />
            </ActionIcon>
            <span className="compare-legend">
              <OnlyMine>{t.legendMine}</OnlyMine> · <OnlyTheirs>{t.legendTheirs(theirName)}</OnlyTheirs>
            </span>
          </>
        )}
        {onUndo !== undefined && (
          <Button size="xs" variant="subtle" onClick={onUndo}>
            {t.undo}
          </Button>
        )}
      </div>
      <div className="compare-heads" aria-hidden>
        <span>{t.mine}</span>
        <span>{theirName}</span>
      </div>
      <div className="compare-list" ref={list}>
        {groupsOf(difference.rows).map((group) =>
          group.kind === "same" ? (
            <SameBlocks key={group.key} rows={group.rows} pictureUrl={pictureUrl} />
          ) : (
            <DifferentBlock
              key={group.key}
              row={group.row}
              mine={mine}
              number={group.number}
              count={difference.changes}
              theirName={theirName}
              pictureUrl={pictureUrl}
              onTake={onTake}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** A picture is shown: the name of its file says nothing more. */
function nameOfAttribute(attribute: string, block: Node): string | null {
  return attribute === "file" && block.type.name === "figure" ? null : messages.around.difference.attribute(attribute);
}

type Group = { key: string } & (
  | { kind: "same"; rows: DifferenceRow[] }
  | { kind: "different"; row: DifferenceRow; number: number }
);

/** Rows that are the same are told together. */
function groupsOf(rows: DifferenceRow[]): Group[] {
  const groups: Group[] = [];
  let number = 0;
  for (const [index, row] of rows.entries()) {
    const last = groups.at(-1);
    if (row.kind !== "same") {
      number += 1;
      groups.push({ key: `different-${index}`, kind: "different", row, number });
    } else if (last?.kind === "same") last.rows.push(row);
    else groups.push({ key: `same-${index}`, kind: "same", rows: [row] });
  }
  return groups;
}
