/** What was taken out of a text and what was put in, word by word, in any script. */
import { diffArrays } from "diff";

export interface WordRun {
  text: string;
  /** gone: only in the first text. new: only in the second. */
  kind: "same" | "gone" | "new";
}

/** A word or a sign with the space after it, so that no single space looks like what two sentences have in common. */
const TOKEN = /\n|([\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s])[^\S\n]*|[^\S\n]+/gu;
/** Changed words of one block beyond which it is told as a whole. */
const MAX_EDITS = 400;

interface Token {
  /** Without the space after it, which is no difference: "open" at the end is the "open " in a longer sentence. */
  word: string;
  text: string;
}

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ([whole, word]) => ({ word: word ?? whole, text: whole }));

const longer = (one: Token, other: Token | undefined): string =>
  other !== undefined && other.text.length > one.text.length ? other.text : one.text;

/** Words in a text: what comparing it costs. */
export function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}

/** Both texts in one row of runs; as a whole where they have too little in common to tell it apart cheaply. */
export function wordDifference(before: string, after: string): WordRun[] {
  const old = tokensOf(before);
  const changes = diffArrays(old, tokensOf(after), {
    comparator: (one, other) => one.word === other.word,
    maxEditLength: MAX_EDITS,
  });
  if (changes === undefined) return whole(before, after);
  let at = 0;
  return changes.map(({ value, added, removed }) => {
    // Of a word that both have, the text with the space after it is right beside what only one of them goes on with.
    const text = value.map((token, index) => (added || removed ? token.text : longer(token, old[at + index]))).join("");
    if (!added) at += value.length;
    return { text, kind: added ? "new" : removed ? "gone" : "same" };
  });
}

/** One text for the other. */
export function whole(before: string, after: string): WordRun[] {
  const runs: WordRun[] = [
    { text: before, kind: "gone" },
    { text: after, kind: "new" },
  ];
  return runs.filter(({ text }) => text !== "");
}
