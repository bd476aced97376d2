import { Button } from "@mantine/core";
import type { Node } from "@tiptap/pm/model";
import { useState } from "react";
import { type DifferenceRow, isOnlyForm } from "../../../server/article/compare/difference.ts";
import { messages } from "../messages/index.ts";
import { hasOtherPictures, Pictures, type PictureUrl, picturesOf } from "./Pictures.tsx";

export interface DifferentBlockProps {
  row: DifferenceRow;
  /** The article that the row is of. */
  mine: Node;
  /** Which of how many, from 1. */
  number: number;
  count: number;
  theirName: string;
  pictureUrl: PictureUrl;
  onTake: ((row: DifferenceRow) => void) | undefined;
}

/** One block that differs: mine, theirs, and what can be done about it. */
export function DifferentBlock({ row, mine, number, count, theirName, pictureUrl, onTake }: DifferentBlockProps) {
  const t = messages.around.difference;
  const otherPictures = row.kind === "changed" && hasOtherPictures(row.mine, row.theirs);
  return (
    <section
      className="compare-row"
      data-change={row.kind}
      tabIndex={-1}
      aria-label={t.change(number, count, nameOf(row.mine ?? row.theirs))}
    >
      <Side label={t.mine} row={row} side="mine" onlyHere={t.legendMine} pictureUrl={pictureUrl} />
      <Side label={theirName} row={row} side="theirs" onlyHere={t.legendTheirs(theirName)} pictureUrl={pictureUrl} />
      <div className="compare-foot">
        {row.movedFrom !== null && (
          <span className="hint compare-hint">{t.moved(theirName, placeOf(mine, row.movedFrom))}</span>
        )}
        {otherPictures && <span className="hint compare-hint">{t.otherPictures}</span>}
        {isOnlyForm(row) && !otherPictures && <span className="hint compare-hint">{t.onlyForm}</span>}
        {onTake !== undefined && (
          <Button size="compact-xs" variant="light" onClick={() => onTake(row)}>
            {row.theirs === null ? t.takeOut : row.movedFrom === null ? t.take : t.moveIt}
          </Button>
        )}
      </div>
    </section>
  );
}

interface SideProps {
  label: string;
  row: DifferenceRow;
  side: "mine" | "theirs";
  /** What is said of a picture that the other side has not. */
  onlyHere: string;
  pictureUrl: PictureUrl;
}

function Side({ label, row, side, onlyHere, pictureUrl }: SideProps) {
  const t = messages.around.difference;
  const [block, other] = side === "mine" ? [row.mine, row.theirs] : [row.theirs, row.mine];
  if (block === null)
    return (
      <div className="compare-side" data-missing>
        <span className="compare-label">{label}: </span>
        {t.nothing}
      </div>
    );
  const own = row.runs.filter((run) => run[side] !== "");
  const pictures = picturesOf(block);
  return (
    <div className="compare-side">
      <span className="compare-label">{label}: </span>
      <span className="compare-type">{nameOf(block)}</span>
      <Pictures
        pictures={pictures}
        pictureUrl={pictureUrl}
        {...(other === null ? {} : { others: picturesOf(other) })}
        side={side}
        onlyHere={onlyHere}
      />
      {(own.length > 0 || pictures.length === 0) && (
        <p>
          {own.length === 0 && <span className="hint">{t.empty}</span>}
          {own.map((run, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name of their own, and never move
            if (run.kind === "gone") return <OnlyMine key={index}>{run.mine}</OnlyMine>;
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            return run.kind === "new" ? <OnlyTheirs key={index}>{run.theirs}</OnlyTheirs> : run[side];
          })}
        </p>
      )}
    </div>
  );
}

/** Words that only the article on the screen has: never struck through, whichever side is the older one. */
export function OnlyMine({ children }: { children: string }) {
  return <ins>{children}</ins>;
}

/** Words that could be taken from the other side. */
export function OnlyTheirs({ children }: { children: string }) {
  return <mark>{children}</mark>;
}

/** Blocks that are the same, folded up to one line each at both ends. */
export function SameBlocks({ rows, pictureUrl }: { rows: DifferenceRow[]; pictureUrl: PictureUrl }) {
  const [open, setOpen] = useState(false);
  const folded = !open && rows.length > 3;
  const shown = folded ? [rows.slice(0, 1), rows.slice(-1)] : [rows, []];
  const lines = (some: DifferenceRow[] | undefined) =>
    some?.map((row) => (
      <div key={row.mineAt} className="compare-same">
        <Pictures pictures={picturesOf(row.mine)} pictureUrl={pictureUrl} />
        <p>{row.runs[0]?.mine || nameOf(row.mine)}</p>
      </div>
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

/** Letters of a block that say which one it is. */
const BEGINNING = 40;

/** The beginning of the block before a place, in words; "" for the beginning of the article. */
function placeOf(mine: Node, index: number): string {
  const before = mine.maybeChild(index - 1);
  if (before === null) return "";
  const words = before.textContent.trim();
  if (words === "") return nameOf(before);
  return words.length <= BEGINNING ? words : `${words.slice(0, BEGINNING).toWellFormed().trimEnd()}…`;
}

function nameOf(block: Node | null): string {
  return block === null ? "" : messages.around.difference.block(block.type.name, Number(block.attrs.level ?? 2));
}
