import { Button } from "@mantine/core";
import type { Node } from "@tiptap/pm/model";
import { useState } from "react";
import { type DifferenceRow, isOnlyForm } from "../../../server/article/compare/difference.ts";
import type { WordRun } from "../../../server/article/compare/words.ts";
import { messages } from "../messages/index.ts";

export interface DifferentBlockProps {
  row: DifferenceRow;
  /** Which of how many, from 1. */
  number: number;
  count: number;
  theirName: string;
  onTake: ((row: DifferenceRow) => void) | undefined;
}

/** One block that differs: mine, theirs, and what can be done about it. */
export function DifferentBlock({ row, number, count, theirName, onTake }: DifferentBlockProps) {
  const t = messages.around.difference;
  return (
    <section
      className="compare-row"
      data-change={row.kind}
      tabIndex={-1}
      aria-label={t.change(number, count, nameOf(row.mine ?? row.theirs))}
    >
      <Side label={t.mine} block={row.mine} runs={row.runs} side="mine" />
      <Side label={theirName} block={row.theirs} runs={row.runs} side="theirs" />
      <div className="compare-foot">
        {isOnlyForm(row) && <span className="hint compare-hint">{t.onlyForm}</span>}
        {onTake !== undefined && (
          <Button size="compact-xs" variant="light" onClick={() => onTake(row)}>
            {row.theirs === null ? t.takeOut : t.take}
          </Button>
        )}
      </div>
    </section>
  );
}

interface SideProps {
  label: string;
  block: Node | null;
  runs: WordRun[];
  side: "mine" | "theirs";
}

function Side({ label, block, runs, side }: SideProps) {
  const t = messages.around.difference;
  if (block === null)
    return (
      <div className="compare-side" data-missing>
        <span className="compare-label">{label}: </span>
        {t.nothing}
      </div>
    );
  const own = runs.filter((run) => run[side] !== "");
  return (
    <div className="compare-side">
      <span className="compare-label">{label}: </span>
      <span className="compare-type">{nameOf(block)}</span>
      <p>
        {own.length === 0 && <span className="hint">{t.empty}</span>}
        {own.map((run, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name of their own, and never move
          if (run.kind === "gone") return <del key={index}>{run.mine}</del>;
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          return run.kind === "new" ? <ins key={index}>{run.theirs}</ins> : run[side];
        })}
      </p>
    </div>
  );
}

/** Blocks that are the same, folded up to one line each at both ends. */
export function SameBlocks({ rows }: { rows: DifferenceRow[] }) {
  const [open, setOpen] = useState(false);
  const folded = !open && rows.length > 3;
  const shown = folded ? [rows.slice(0, 1), rows.slice(-1)] : [rows, []];
  const lines = (some: DifferenceRow[] | undefined) =>
    some?.map((row) => (
      <p key={row.mineAt} className="compare-same">
        {row.runs[0]?.mine || nameOf(row.mine)}
      </p>
    ));
  return (
    <>
      {lines(shown[0])}
      {folded && (
        <button type="button" className="text-button compare-more" onClick={() => setOpen(true)}>
          {messages.around.difference.same(rows.length - 2)}
        </button>
      )}
      {lines(shown[1])}
    </>
  );
}

function nameOf(block: Node | null): string {
  return block === null ? "" : messages.around.difference.block(block.type.name, Number(block.attrs.level ?? 2));
}
