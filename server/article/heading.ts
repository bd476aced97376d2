/** What an article is called by itself. */
import type { Node } from "prosemirror-model";

/** Characters of a heading; a longer one is cut. */
const MAX_HEADING = 300;
/** Characters of an article's first words, cut at the end of a word. */
const MAX_WORDS = 80;

/** The article's first heading, else its first words, wherever they are; null where it says nothing. */
export function ownName(doc: Node): string | null {
  const heading = firstText(doc, (node) => node.type.name === "heading");
  if (heading !== null) return heading;
  const words = firstText(doc, (node) => node.isTextblock);
  return words === null || words.length <= MAX_WORDS ? words : `${cutAtWord(words)}…`;
}

function cutAtWord(words: string): string {
  const beginning = words.slice(0, MAX_WORDS + 1);
  const end = beginning.lastIndexOf(" ");
  return (end > 0 ? beginning.slice(0, end) : words.slice(0, MAX_WORDS)).toWellFormed();
}

/** The words of the first block of a kind that has any; null without one. */
function firstText(doc: Node, isAskedFor: (node: Node) => boolean): string | null {
  let found: string | null = null;
  doc.descendants((node) => {
    if (found !== null) return false;
    if (isAskedFor(node)) found = asTitle(node.textBetween(0, node.content.size, " ", " "));
    return found === null && !node.isTextblock;
  });
  return found;
}

/** A text as the name of an article: in one line, cut; null where it says nothing. */
export function asTitle(text: string): string | null {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_HEADING).toWellFormed() || null;
}
