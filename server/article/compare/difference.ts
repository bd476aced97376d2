/**
 * The difference of two articles by blocks, and by words in changed blocks. `mine` is the current article or the older
 * version; `theirs` the other or the newer one.
 */

import { diffArrays } from "diff";
import type { Node } from "prosemirror-model";
import { type AlignedPair, align } from "./align.ts";
import { blockText, type NameOf } from "./block-text.ts";

export interface DifferenceRow {
  /** mine, theirs: only on that side. moved: at another place; the row is at the place in theirs. */
  kind: "same" | "changed" | "moved" | "mine" | "theirs";
  mine: Node | null;
  theirs: Node | null;
  /** Top-level index of the row's block in mine, or where theirs would be inserted. */
  mineAt: number;
  /** Of a moved block: its top-level index in mine. */
  movedFrom: number | null;
  /** In a changed block with only `same` runs, formatting or attributes differ. */
  runs: WordRun[];
}

interface Difference {
  rows: DifferenceRow[];
  changes: number;
}

const MAX_COMPARED_WORDS = 30_000;

/** `maxComparedWords`: later changed blocks are shown as a whole. */
export function differenceOf(
  mine: Node,
  theirs: Node,
  nameOf: NameOf,
  maxComparedWords = MAX_COMPARED_WORDS,
): Difference {
  const [ours, others] = [mine.children, theirs.children];
  let left = maxComparedWords;
  let mineAt = 0;
  const compare = (before: string, after: string): WordRun[] => {
    if (left >= 0) left -= countTokens(before) + countTokens(after);
    return left < 0 ? whole(before, after) : wordDifference(before, after);
  };
  const rows = align(ours, others).map((pair: AlignedPair): DifferenceRow => {
    const one = pair.mine === null ? null : (ours[pair.mine] ?? null);
    const other = pair.theirs === null ? null : (others[pair.theirs] ?? null);
    const movedFrom = pair.moved ? pair.mine : null;
    if (pair.mine !== null && !pair.moved) mineAt = pair.mine;
    const row = { mine: one, theirs: other, mineAt, movedFrom };
    if (pair.mine !== null && !pair.moved) mineAt += 1;
    const text = (block: Node | null) => (block === null ? "" : blockText(block, nameOf));
    if (pair.equal)
      return {
        ...row,
        kind: pair.moved ? "moved" : "same",
        runs: [{ mine: text(one), theirs: text(one), kind: "same" }],
      };
    if (other === null) return { ...row, kind: "mine", runs: whole(text(one), "") };
    if (one === null) return { ...row, kind: "theirs", runs: whole("", text(other)) };
    return { ...row, kind: "changed", runs: compare(text(one), text(other)) };
  });
  return { rows, changes: rows.filter(({ kind }) => kind !== "same").length };
}

/** Whether only formatting or attributes differ. */
export function isOnlyForm(row: DifferenceRow): boolean {
  return row.kind === "changed" && row.runs.every(({ kind }) => kind === "same");
}

export interface WordRun {
  /** "" if the side lacks the run. Spacing may differ between the sides. */
  mine: string;
  theirs: string;
  kind: "same" | "gone" | "new";
}

/** A word or sign with the space after it, so that a single space is never a common part. */
const TOKEN = /\n|([\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s])[^\S\n]*|[^\S\n]+/gu;
/** A block with more changed words is shown as a whole. */
const MAX_EDITS = 400;

interface Token {
  word: string;
  text: string;
}

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ([whole, word]) => ({ word: word ?? whole, text: whole }));

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}

/** Returns two whole texts if they have too little in common. */
function wordDifference(before: string, after: string): WordRun[] {
  const [old, fresh] = [tokensOf(before), tokensOf(after)];
  const changes = diffArrays(old, fresh, {
    comparator: (one, other) => one.word === other.word,
    maxEditLength: MAX_EDITS,
  });
  if (changes === undefined) return whole(before, after);
  const at = { mine: 0, theirs: 0 };
  return changes.map(({ value: { length }, added, removed }) => {
    const mine = added ? [] : old.slice(at.mine, at.mine + length);
    const theirs = removed ? [] : fresh.slice(at.theirs, at.theirs + length);
    at.mine += mine.length;
    at.theirs += theirs.length;
    return { mine: textOf(mine), theirs: textOf(theirs), kind: added ? "new" : removed ? "gone" : "same" };
  });
}

function whole(before: string, after: string): WordRun[] {
  const runs: WordRun[] = [
    { mine: before, theirs: "", kind: "gone" },
    { mine: "", theirs: after, kind: "new" },
  ];
  return runs.filter(({ mine, theirs }) => mine + theirs !== "");
}
