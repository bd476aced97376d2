/** Finding words in the article, textblock by textblock; one that has not changed is not read again. */
import type { Node } from "@tiptap/pm/model";

export interface FindQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

export interface Match {
  from: number;
  to: number;
}

/** Matches that are shown and counted. Replacing all replaces these. */
export const MAX_MATCHES = 10_000;

export interface Finder {
  /** All matches from top to bottom, at most MAX_MATCHES. Matches do not overlap and do not cross blocks. */
  find(doc: Node): Match[];
}

export function createFinder(query: FindQuery): Finder {
  const wanted = fold(query.text, query.matchCase);
  const known = new WeakMap<Node, readonly number[]>();

  /** Offsets in a textblock's content at which the words begin. */
  function offsetsIn(block: Node): readonly number[] {
    const before = known.get(block);
    if (before !== undefined) return before;
    const text = fold(textOf(block), query.matchCase);
    const offsets: number[] = [];
    for (let at = text.indexOf(wanted); at >= 0 && offsets.length < MAX_MATCHES; ) {
      const isMatch = !query.wholeWords || isWholeWord(text, at, at + wanted.length);
      if (isMatch) offsets.push(at);
      at = text.indexOf(wanted, isMatch ? at + wanted.length : at + 1);
    }
    known.set(block, offsets);
    return offsets;
  }

  return {
    find(doc) {
      const matches: Match[] = [];
      if (wanted === "") return matches;
      doc.descendants((node, position) => {
        if (matches.length >= MAX_MATCHES) return false;
        if (!node.isTextblock) return true;
        for (const offset of offsetsIn(node)) {
          if (matches.length >= MAX_MATCHES) break;
          matches.push({ from: position + 1 + offset, to: position + 1 + offset + wanted.length });
        }
        return false;
      });
      return matches;
    },
  };
}

/** The text of a block, one UTF-16 unit for each position in it. */
function textOf(block: Node): string {
  return block.textBetween(0, block.content.size, undefined, "\ufffc");
}

const ALIKE: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
};

/**
 * The text to compare, as long as the text itself: quotes, dashes and spaces are found whichever way they are set, for
 * nobody can type them all; without case, "ё" is found by "е" too.
 */
function fold(text: string, matchCase: boolean): string {
  const alike = text.replace(/[’‘‚“”„«»–—‑\u00a0\u202f\u2009]/g, (sign) => ALIKE[sign] ?? sign);
  if (matchCase) return alike;
  const lower = alike.toLowerCase();
  const sameLength =
    lower.length === alike.length
      ? lower
      : Array.from(alike, (sign) => {
          const small = sign.toLowerCase();
          return small.length === sign.length ? small : sign;
        }).join("");
  return sameLength.replaceAll("ё", "е");
}

function isWholeWord(text: string, from: number, to: number): boolean {
  const before = /[\p{L}\p{N}\p{M}_]$/u.test(text.slice(Math.max(0, from - 2), from));
  const after = /^[\p{L}\p{N}\p{M}_]/u.test(text.slice(to, to + 2));
  return !before && !after;
}
