/** Counts words and characters, with a cache of unchanged blocks. */
import type { Node } from "@tiptap/pm/model";
import { oncePer } from "../../../../server/article/once-per.ts";

export interface Counts {
  words: number;
  characters: number;
  /** Characters without spaces. */
  letters: number;
}

const NOTHING: Counts = { words: 0, characters: 0, letters: 0 };

/** Returns a function that counts the words of a node. @param language BCP 47 tag, for word boundaries */
export function createWordCounter(language: string): (node: Node) => Counts {
  const words = new Intl.Segmenter(language, { granularity: "word" });

  function ofText(text: string): Counts {
    let count = 0;
    for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
    return { words: count, characters: lengthOf(text), letters: lengthOf(text.replace(/\s/g, "")) };
  }

  const ofNode = oncePer((node: Node): Counts => {
    if (node.isTextblock) return ofText(node.textBetween(0, node.content.size, undefined, " "));
    return node.children.map(ofNode).reduce(plus, NOTHING);
  });
  return ofNode;
}

/** Number of characters without combining marks. */
function lengthOf(text: string): number {
  return Array.from(text.replace(/[\p{M}\p{Emoji_Modifier}\u200d]/gu, "")).length;
}

function plus(a: Counts, b: Counts): Counts {
  return { words: a.words + b.words, characters: a.characters + b.characters, letters: a.letters + b.letters };
}

const WORDS_PER_MINUTE = 220;

export function readingMinutes(words: number): number {
  return Math.ceil(words / WORDS_PER_MINUTE);
}
