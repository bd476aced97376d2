/** Words and characters of the article. A block that has not changed is not counted again. */
import type { Node } from "@tiptap/pm/model";

export interface Counts {
  words: number;
  /** As a reader sees them, spaces counted. */
  characters: number;
  /** Without spaces. */
  letters: number;
}

const NOTHING: Counts = { words: 0, characters: 0, letters: 0 };

export interface WordCounter {
  /** Of the whole article. */
  count(doc: Node): Counts;
  /** Of the words between two positions. */
  countBetween(doc: Node, from: number, to: number): Counts;
}

/** @param language BCP 47 tag: what is a word depends on it */
export function createWordCounter(language: string): WordCounter {
  const words = new Intl.Segmenter(language, { granularity: "word" });
  const known = new WeakMap<Node, Counts>();

  function ofText(text: string): Counts {
    let count = 0;
    for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
    return { words: count, characters: lengthOf(text), letters: lengthOf(text.replace(/\s/g, "")) };
  }

  function ofNode(node: Node): Counts {
    if (node.isLeaf) return NOTHING;
    const before = known.get(node);
    if (before !== undefined) return before;
    const counts = node.isTextblock
      ? ofText(textOf(node, 0, node.content.size))
      : node.children.map(ofNode).reduce(plus, NOTHING);
    known.set(node, counts);
    return counts;
  }

  return {
    count: ofNode,
    countBetween(doc, from, to) {
      let counts = NOTHING;
      doc.nodesBetween(from, to, (node, position) => {
        const [start, end] = [position + 1, position + 1 + node.content.size];
        // What is selected as a whole was counted as a whole.
        if (from <= start && to >= end) counts = plus(counts, ofNode(node));
        else if (node.isTextblock)
          counts = plus(counts, ofText(textOf(node, Math.max(from, start) - start, Math.min(to, end) - start)));
        else return true;
        return false;
      });
      return counts;
    },
  };
}

const textOf = (block: Node, from: number, to: number): string => block.textBetween(from, to, undefined, " ");

/** Signs, not UTF-16 units; those that only change the one before (accents, variation) do not count. */
function lengthOf(text: string): number {
  return Array.from(text.replace(/[\p{M}\p{Emoji_Modifier}\u200d]/gu, "")).length;
}

function plus(a: Counts, b: Counts): Counts {
  return { words: a.words + b.words, characters: a.characters + b.characters, letters: a.letters + b.letters };
}

/** Words a minute that a practised reader takes in. */
const READING_PACE = 220;

/** Minutes, at least 1 where there is anything to read. */
export function readingMinutes(words: number): number {
  return Math.ceil(words / READING_PACE);
}
