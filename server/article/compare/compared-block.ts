/** A row of a difference as plain data. */
import { Fragment, type Node } from "prosemirror-model";
import { fileIn } from "./align.ts";
import { type DifferenceRow, isOnlyForm, type WordRun } from "./difference.ts";

export interface ComparedBlock {
  /** gone: only in the first. new: only in the second. moved: listed at its place in the second. */
  kind: "same" | "changed" | "moved" | "gone" | "new";
  from: ComparedSide | null;
  to: ComparedSide | null;
  runs: ComparedRun[];
  /** Other pictures or another order; the crop does not count. */
  other_pictures: boolean;
  /** Only formatting or attributes differ. */
  only_form: boolean;
  moved: MovedFrom | null;
}

export interface ComparedSide extends BlockName {
  /** In reading order, at most 24. */
  pictures: ComparedPicture[];
  more_pictures: number;
}

interface BlockName {
  /** Type in the article schema. */
  type: string;
  level: number | null;
}

interface ComparedPicture {
  /** File name; from the appliance, of the narrowest file. */
  file: string;
  alt: string;
  /** The other side has the block without this picture. */
  only_here: boolean;
}

/** "" if the side lacks the words. Spacing may differ between the sides. */
interface ComparedRun {
  kind: WordRun["kind"];
  from: string;
  to: string;
}

interface MovedFrom {
  /** The previous block, with its first words; null for the first block. */
  after: (BlockName & { words: string }) | null;
}

const MAX_PICTURES = 24;
/** Characters that identify a block. */
const BEGINNING = 40;

const KINDS = { same: "same", changed: "changed", moved: "moved", mine: "gone", theirs: "new" } as const;

/** `first` is the article of the row's `mine`; `small` returns the name of a smaller file. */
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
  source: string;
  alt: string;
}

const namesOf = (pictures: Picture[]): string => JSON.stringify(pictures.map(({ source }) => source));

function picturesOf(block: Node | null): Picture[] {
  const found: Picture[] = [];
  Fragment.from(block).descendants((node) => {
    const { file, alt } = node.attrs as Record<string, unknown>;
    if (node.type.name === "figure" && typeof file === "string" && file !== "")
      found.push({ file, source: fileIn(node), alt: typeof alt === "string" ? alt : "" });
  });
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
