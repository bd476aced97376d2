/** A row of a difference as plain data: what a screen shows of it, on this machine or at the other end of a wire. */
import type { Node } from "prosemirror-model";
import { fileIn } from "./align.ts";
import { type DifferenceRow, isOnlyForm } from "./difference.ts";
import type { WordRun } from "./words.ts";

export interface ComparedBlock {
  /** gone: only in the first. new: only in the second. moved: in both, at different places; listed at the place in the second. */
  kind: "same" | "changed" | "moved" | "gone" | "new";
  /** The block in the first, null where it is new. */
  from: ComparedSide | null;
  /** The block in the second, null where it is gone. */
  to: ComparedSide | null;
  /** The words of both, in pieces. */
  runs: ComparedRun[];
  /** A changed block that shows other pictures, or the same in another order; cut otherwise they are the same. */
  other_pictures: boolean;
  /** A changed block with the same words: formatting or a setting differs. */
  only_form: boolean;
  /** Of a moved block: where the first has it. */
  moved: MovedFrom | null;
}

export interface ComparedSide extends BlockName {
  /** In reading order: the block's own, a gallery's, those in columns. At most 24. */
  pictures: ComparedPicture[];
  /** Pictures after those. */
  more_pictures: number;
}

export interface BlockName {
  /** As the article schema names it. */
  type: string;
  /** Of a heading, else null. */
  level: number | null;
}

export interface ComparedPicture {
  /** The name of its file; from the appliance, the narrowest that it has. */
  file: string;
  alt: string;
  /** Whether the other side has the block, without this picture, however it is cropped. */
  only_here: boolean;
}

/** The same words may have other spaces on each side; "" where a side has not the words. */
export interface ComparedRun {
  kind: WordRun["kind"];
  from: string;
  to: string;
}

export interface MovedFrom {
  /** The block that stood before it, with its first words; null: it was the first. */
  after: (BlockName & { words: string }) | null;
}

/** Pictures listed for one side of a block; more are counted. */
const MAX_PICTURES = 24;
/** Letters of a block that say which one it is. */
const BEGINNING = 40;

const KINDS = { same: "same", changed: "changed", moved: "moved", mine: "gone", theirs: "new" } as const;

/**
 * @param first the article that the row's `mine` is of
 * @param small the name of a small version of a picture
 */
export function comparedBlock(row: DifferenceRow, first: Node, small = (file: string) => file): ComparedBlock {
  const [from, to] = [picturesOf(row.mine), picturesOf(row.theirs)];
  const side = (block: Node | null, own: Picture[], other: Picture[] | null): ComparedSide | null => {
    if (block === null) return null;
    const known = new Set(other?.map(({ source }) => source));
    return {
      ...nameOf(block),
      pictures: own.slice(0, MAX_PICTURES).map(({ file, source, alt }) => ({
        file: small(file),
        alt,
        only_here: other !== null && !known.has(source),
      })),
      more_pictures: Math.max(0, own.length - MAX_PICTURES),
    };
  };
  return {
    kind: KINDS[row.kind],
    from: side(row.mine, from, row.theirs && to),
    to: side(row.theirs, to, row.mine && from),
    runs: row.runs.map(({ kind, mine, theirs }) => ({ kind, from: mine, to: theirs })),
    other_pictures: row.kind === "changed" && namesOf(from) !== namesOf(to),
    only_form: isOnlyForm(row),
    moved: row.movedFrom === null ? null : { after: placeOf(first.maybeChild(row.movedFrom - 1)) },
  };
}

interface Picture {
  file: string;
  /** What it was cropped from; the file itself where it was not. */
  source: string;
  alt: string;
}

const namesOf = (pictures: Picture[]): string => JSON.stringify(pictures.map(({ source }) => source));

function picturesOf(block: Node | null): Picture[] {
  const found: Picture[] = [];
  const look = (node: Node): void => {
    const { file, alt } = node.attrs as Record<string, unknown>;
    if (node.type.name === "figure" && typeof file === "string" && file !== "")
      found.push({ file, source: fileIn(node), alt: typeof alt === "string" ? alt : "" });
  };
  if (block !== null) {
    look(block);
    block.descendants(look);
  }
  return found;
}

function nameOf(block: Node): BlockName {
  const level: unknown = block.attrs.level;
  return { type: block.type.name, level: typeof level === "number" ? level : null };
}

function placeOf(before: Node | null): MovedFrom["after"] {
  if (before === null) return null;
  const words = before.textContent.trim();
  const beginning = words.length <= BEGINNING ? words : `${words.slice(0, BEGINNING).toWellFormed().trimEnd()}…`;
  return { ...nameOf(before), words: beginning };
}
