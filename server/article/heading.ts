/** What an article is called by itself. */
import type { Node } from "prosemirror-model";

/** Characters of a heading; a longer one is cut. */
const MAX_HEADING = 300;

/** The words of the first heading that has any, wherever it stands; null without one. */
export function firstHeading(doc: Node): string | null {
  let found: string | null = null;
  doc.descendants((node) => {
    if (found !== null) return false;
    if (node.type.name === "heading") found = asTitle(node.textBetween(0, node.content.size, " ", " "));
    return found === null && !node.isTextblock;
  });
  return found;
}

/** A text as the name of an article: in one line, cut; null where it says nothing. */
export function asTitle(text: string): string | null {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_HEADING).toWellFormed() || null;
}
