/** What was taken out of a text and what was put in, word by word, in any script. */
import { diffArrays } from "diff";

export interface WordRun {
  /** The run in the first and in the second text, "" where it is absent; spaces of the same words may differ. */
  mine: string;
  theirs: string;
  /** gone: only in the first text. new: only in the second. */
  kind: "same" | "gone" | "new";
}

/** A word or a sign with the space after it, so that no single space looks like what two sentences have in common. */
const TOKEN = /\n|([\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s])[^\S\n]*|[^\S\n]+/gu;
/** Changed words of one block beyond which it is shown whole. */
const MAX_EDITS = 400;

interface Token {
  /** Without the space after it, which is no difference: "open" at the end is the "open " in a longer sentence. */
  word: string;
  text: string;
}

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ([whole, word]) => ({ word: word ?? whole, text: whole }));

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

/** Words in a text: what comparing it costs. */
export function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}

/** Both texts in one row of runs; as a whole where they have too little in common to compare cheaply. */
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

/** One text for the other. */
export function whole(before: string, after: string): WordRun[] {
  const runs: WordRun[] = [
    { mine: before, theirs: "", kind: "gone" },
    { mine: "", theirs: after, kind: "new" },
  ];
  return runs.filter(({ mine, theirs }) => mine + theirs !== "");
}
