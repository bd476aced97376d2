/** The title of an article, from its text. */
import type { Node } from "prosemirror-model";

/** Characters. */
const MAX_HEADING = 300;
/** Characters; cut at the end of a word. */
const MAX_WORDS = 80;

/** The first heading, else the first words; null without any. */
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

function firstText(doc: Node, isMatch: (node: Node) => boolean): string | null {
  let found: string | null = null;
  doc.descendants((node) => {
    if (found !== null) return false;
    if (isMatch(node)) found = asTitle(node.textBetween(0, node.content.size, " ", " "));
    return found === null && !node.isTextblock;
  });
  return found;
}

/** The text as one line of limited length; null for blank text. */
export function asTitle(text: string): string | null {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_HEADING).toWellFormed() || null;
}
