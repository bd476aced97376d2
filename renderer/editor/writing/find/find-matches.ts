/** Finds text in the article, block by block: in its text and in visible attributes. */
import type { Node } from "@tiptap/pm/model";
import { MAX_ATTRIBUTE_LENGTH } from "../../../../server/article/schema.ts";

export interface FindQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

export interface Match {
  /** Positions of the text, or of the block whose attribute matches. */
  from: number;
  to: number;
  /** Null for a match in the text. */
  attribute: { name: (typeof READ)[number]; start: number; end: number } | null;
}

/** A place in reading order: text of a block before its attributes. */
export interface ReadingPlace {
  position: number;
  inBlock: number;
}

/** Limit of shown and replaced matches. */
export const MAX_MATCHES = 10_000;

/** Attributes that readers see or hear, in reading order. */
const READ = ["title", "description", "alt", "credit", "source"] as const;

export type Finder = ReturnType<typeof createFinder>;

export function createFinder(query: FindQuery) {
  const pattern = query.text === "" ? null : patternOf(query);
  /** Matches relative to their block. Unchanged blocks are cached. */
  const known = new WeakMap<Node, readonly Match[]>();

  function matchesIn(block: Node, wanted: RegExp): readonly Match[] {
    const before = known.get(block);
    if (before !== undefined) return before;
    const found: Match[] = [];
    if (block.isTextblock) {
      // One UTF-16 unit for each position.
      const text = block.textBetween(0, block.content.size, undefined, "\ufffc");
      for (const { start, end } of rangesIn(text, wanted))
        found.push({ from: start + 1, to: end + 1, attribute: null });
    }
    for (const name of READ) {
      const value: unknown = block.attrs[name];
      if (typeof value !== "string") continue;
      for (const range of rangesIn(value, wanted))
        found.push({ from: 0, to: block.nodeSize, attribute: { name, ...range } });
    }
    known.set(block, found);
    return found;
  }

  return {
    /** All matches in reading order, up to MAX_MATCHES. They do not overlap or cross blocks. */
    find(doc: Node): Match[] {
      const matches: Match[] = [];
      if (pattern === null) return matches;
      doc.descendants((node, position) => {
        if (matches.length >= MAX_MATCHES) return false;
        for (const match of matchesIn(node, pattern).slice(0, MAX_MATCHES - matches.length))
          matches.push({ ...match, from: match.from + position, to: match.to + position });
        return !node.isTextblock;
      });
      return matches;
    },
  };
}

export function placeOf({ from, to, attribute }: Match): ReadingPlace {
  if (attribute === null) return { position: from, inBlock: 0 };
  const order = READ.indexOf(attribute.name);
  return { position: to, inBlock: 1 + order * MAX_ATTRIBUTE_LENGTH + attribute.start };
}

export function isBefore(one: ReadingPlace, other: ReadingPlace): boolean {
  return one.position < other.position || (one.position === other.position && one.inBlock < other.inBlock);
}

function rangesIn(text: string, wanted: RegExp): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { index, 0: found } of text.matchAll(wanted)) {
    if (ranges.length >= MAX_MATCHES) break;
    ranges.push({ start: index, end: index + found.length });
  }
  return ranges;
}

/** Any variant of a quote, dash or space matches the others. */
const ALIKE = ["'’‘‚", '"“”„«»', "-–—‑", " \u00a0\u202f\u2009"];
const WORD_SIGN = "[\\p{L}\\p{N}\\p{M}_]";

/** Without case, "е" matches "ё". */
function patternOf({ text, matchCase, wholeWords }: FindQuery): RegExp {
  const alike = matchCase ? ALIKE : [...ALIKE, "еёЕЁ"];
  const signs = Array.from(text, (sign) => alike.find((each) => each.includes(sign)) ?? sign);
  // Only these four characters are special in a character class.
  const words = signs.map((each) => `[${each.replace(/[\\\]^-]/g, "\\$&")}]`).join("");
  const source = wholeWords ? `(?<!${WORD_SIGN})${words}(?!${WORD_SIGN})` : words;
  return new RegExp(source, matchCase ? "gu" : "giu");
}
