/** The difference of two texts by words, in any script. */
import { diffArrays } from "diff";

export interface WordRun {
  /** "" if the run is absent; spaces of the same words may differ. */
  mine: string;
  theirs: string;
  kind: "same" | "gone" | "new";
}

/** A word or sign with the space after it, so that a single space is never a common part. */
const TOKEN = /\n|([\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s])[^\S\n]*|[^\S\n]+/gu;
/** A block with more changed words is shown as a whole. */
const MAX_EDITS = 400;

interface Token {
  /** Without the space after it, which is not compared. */
  word: string;
  text: string;
}

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ([whole, word]) => ({ word: word ?? whole, text: whole }));

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

/** The cost of comparing a text. */
export function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}

/** Returns two whole texts if they have too little in common. */
export function wordDifference(before: string, after: string): WordRun[] {
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

export function whole(before: string, after: string): WordRun[] {
  const runs: WordRun[] = [
    { mine: before, theirs: "", kind: "gone" },
    { mine: "", theirs: after, kind: "new" },
  ];
  return runs.filter(({ mine, theirs }) => mine + theirs !== "");
}
