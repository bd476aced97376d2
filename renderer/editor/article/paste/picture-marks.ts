/**
 * Marks in the text of a paste: where each picture stood, and the words of its caption. They are gone once the paste has
 * come in (place-pictures.ts). No clipboard can know their name.
 */
import { randomId } from "../../ui/lib/ids.ts";

const NAME = `galley-picture-${randomId()}-`;

/** picture: where it stood. caption: its caption begins. end: and ends. */
type MarkKind = "picture" | "caption" | "end";

const LETTERS: Readonly<Record<MarkKind, string>> = { picture: "", caption: "c", end: "e" };

export interface PictureMark {
  /** Of the picture among those of the paste. */
  index: number;
  kind: MarkKind;
  from: number;
  to: number;
}

export const markOf = (index: number): string => `⟦${NAME}${index}⟧`;

/** The mark before and the one after the words of a picture's caption. @param mark of the picture */
export function captionMarks(mark: string): [begin: string, end: string] {
  return [mark.replace("⟧", `${LETTERS.caption}⟧`), mark.replace("⟧", `${LETTERS.end}⟧`)];
}

/** The marks in a text, in their order. */
export function marksIn(text: string): PictureMark[] {
  if (!text.includes(NAME)) return [];
  return [...text.matchAll(new RegExp(`⟦${NAME}(\\d+)([ce]?)⟧`, "g"))].map((found) => ({
    index: Number(found[1]),
    kind: found[2] === "c" ? "caption" : found[2] === "e" ? "end" : "picture",
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** HTML without the marks, and without the paragraphs that held nothing else. */
export function withoutMarks(html: string): string {
  return html.replaceAll(new RegExp(`<p>⟦${NAME}\\d+⟧</p>|⟦${NAME}\\d+[ce]?⟧`, "g"), "");
}
