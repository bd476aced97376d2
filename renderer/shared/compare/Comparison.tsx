/** Two states of an article side by side, or one below the other on narrow screens. */
import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { ComparedBlock } from "../../../server/article/compare/compared-block.ts";
import { sharedWords } from "../language.ts";
import { DifferentBlock, OnlyHere, SameBlocks } from "./ComparedBlocks.tsx";
import type { CompareLooks } from "./looks.ts";
import "./compare.css";

interface ComparisonProps {
  blocks: readonly ComparedBlock[];
  /** Number of differing blocks, including those not in `blocks`. */
  changes: number;
  looks: CompareLooks;
  tools?: ReactNode;
  /** Actions for a block. @param index in `blocks` */
  blockTools?: (index: number) => ReactNode;
}

/** Groups of blocks that are drawn first and with each click. Browsers are slow with ten thousand. */
const DRAWN_AT_ONCE = 400;

/** The comparison with its toolbar. Alt with an arrow key goes to the next or previous difference. */
export function Comparison({ blocks, changes, looks, tools, blockTools }: ComparisonProps) {
  const words = sharedWords.compared;
  const groups = useMemo(() => groupsOf(blocks), [blocks]);
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);

  function go(step: 1 | -1): void {
    const shown = [...(list.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    if (shown.length === 0) return;
    const focused = shown.findIndex((change) => change.contains(document.activeElement));
    const from = focused >= 0 ? focused : step > 0 ? Math.min(current, shown.length - 1) : current;
    const next = (Math.max(from, step > 0 ? -1 : 0) + step + shown.length) % shown.length;
    setCurrent(next);
    shown[next]?.focus();
    shown[next]?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    // The keys work anywhere in the surrounding dialog or page.
    const around: HTMLElement = list.current?.closest("dialog") ?? document.body;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      go(event.key === "ArrowDown" ? 1 : -1);
    };
    around.addEventListener("keydown", onKeyDown);
    return () => around.removeEventListener("keydown", onKeyDown);
  });

  const rest = groups.length - drawn;
  return (
    <div className="compare">
      <div className="compare-bar">
        <strong role="status">{words.changes(changes)}</strong>
        {changes > 0 && (
          <>
            <Step label={words.next} keys="Alt+↓" onClick={() => go(1)}>
              <IconArrowDown size={18} stroke={1.7} />
            </Step>
            <Step label={words.previous} keys="Alt+↑" onClick={() => go(-1)}>
              <IconArrowUp size={18} stroke={1.7} />
            </Step>
            <span className="compare-legend">
              <OnlyHere mark={looks.from.mark}>{looks.from.only}</OnlyHere> ·{" "}
              <OnlyHere mark={looks.to.mark}>{looks.to.only}</OnlyHere>
            </span>
          </>
        )}
        {tools}
      </div>
      <div className="compare-heads" aria-hidden>
        <span>{looks.from.name}</span>
        <span>{looks.to.name}</span>
      </div>
      <div className="compare-list" ref={list}>
        {groups
          .slice(0, drawn)
          .map((group) =>
            group.kind === "same" ? (
              <SameBlocks key={group.at} blocks={group.blocks} look={looks.to} />
            ) : (
              <DifferentBlock
                key={group.at}
                block={group.block}
                number={group.number}
                count={changes}
                looks={looks}
                tools={blockTools?.(group.at) ?? null}
              />
            ),
          )}
        {rest > 0 && (
          <button type="button" className="compare-more" onClick={() => setDrawn(drawn + DRAWN_AT_ONCE)}>
            {words.more(rest)}
          </button>
        )}
      </div>
    </div>
  );
}

interface StepProps {
  label: string;
  keys: string;
  onClick: () => void;
  children: ReactNode;
}

function Step({ label, keys, onClick, children }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={`${label} (${keys})`} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

type Group = { at: number } & (
  | { kind: "same"; blocks: ComparedBlock[] }
  | { kind: "different"; block: ComparedBlock; number: number }
);

function groupsOf(blocks: readonly ComparedBlock[]): Group[] {
  const groups: Group[] = [];
  let number = 0;
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (block.kind !== "same") {
      number += 1;
      groups.push({ at, kind: "different", block, number });
    } else if (last?.kind === "same") last.blocks.push(block);
    else groups.push({ at, kind: "same", blocks: [block] });
  }
  return groups;
}
