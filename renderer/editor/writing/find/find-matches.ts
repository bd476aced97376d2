/** Finds text in the text and the visible attributes of each block. */
import type { Node } from "@tiptap/pm/model";
import { MAX_ATTRIBUTE_LENGTH } from "../../../../server/article/schema.ts";

export interface FindQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

export interface Match {
  /** Positions of the text or of the block whose attribute matches. */
  from: number;
  to: number;
  /** Null for a match in the text. */
  attribute: { name: (typeof READ_ATTRIBUTES)[number]; start: number; end: number } | null;
}

/** A place in reading order: the text of a block, then its attributes. */
export interface ReadingPlace {
  position: number;
  inBlock: number;
}

export const MAX_MATCHES = 10_000;

/** Attributes that readers see or hear, in reading order. */
const READ_ATTRIBUTES = ["title", "description", "alt", "credit", "source"] as const;

export type Finder = ReturnType<typeof createFinder>;

export function createFinder(query: FindQuery) {
  const pattern = query.text === "" ? null : patternOf(query);
  /** Matches relative to their block. Unchanged blocks are cached. */
  const known = new WeakMap<Node, readonly Match[]>();

  function matchesIn(block: Node, pattern: RegExp): readonly Match[] {
    const before = known.get(block);
    if (before !== undefined) return before;
    const found: Match[] = [];
    if (block.isTextblock) {
      // A leaf counts as one unit, so that text offsets equal positions.
      const text = block.textBetween(0, block.content.size, undefined, "\ufffc");
      for (const { start, end } of rangesIn(text, pattern))
        found.push({ from: start + 1, to: end + 1, attribute: null });
    }
    for (const name of READ_ATTRIBUTES) {
      const value: unknown = block.attrs[name];
      if (typeof value !== "string") continue;
      for (const range of rangesIn(value, pattern))
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
  const order = READ_ATTRIBUTES.indexOf(attribute.name);
  return { position: to, inBlock: 1 + order * MAX_ATTRIBUTE_LENGTH + attribute.start };
}

export function isBefore(one: ReadingPlace, other: ReadingPlace): boolean {
  return one.position < other.position || (one.position === other.position && one.inBlock < other.inBlock);
}

function rangesIn(text: string, pattern: RegExp): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (ranges.length >= MAX_MATCHES) break;
    ranges.push({ start: index, end: index + found.length });
  }
  return ranges;
}

/** All variants of a quote, dash or space match each other. */
const VARIANTS = ["'’‘‚", '"“”„«»', "-–—‑", " \u00a0\u202f\u2009"];
const WORD_CHARACTER = "[\\p{L}\\p{N}\\p{M}_]";

/** If case is ignored, "е" matches "ё". */
function patternOf({ text, matchCase, wholeWords }: FindQuery): RegExp {
  const alike = matchCase ? VARIANTS : [...VARIANTS, "еёЕЁ"];
  const characters = Array.from(text, (character) => alike.find((each) => each.includes(character)) ?? character);
  // Only these four characters are special in a character class.
  const body = characters.map((each) => `[${each.replace(/[\\\]^-]/g, "\\$&")}]`).join("");
  const source = wholeWords ? `(?<!${WORD_CHARACTER})${body}(?!${WORD_CHARACTER})` : body;
  return new RegExp(source, matchCase ? "gu" : "giu");
}
