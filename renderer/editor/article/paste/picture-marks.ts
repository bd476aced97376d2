/** Where the pictures of a paste stood: marks in its text, until they are places for uploads or notes. */
import { randomId } from "../../lib/ids.ts";

/** A picture of a paste. */
export interface PastedPicture {
  /** null where the clipboard only says where its bytes are, which this page may not fetch. */
  file: File | null;
  /** Its description, "" where it has none. */
  about: string;
}

// No clipboard can know it.
const NAME = `galley-picture-${randomId()}-`;

export const markOf = (index: number): string => `⟦${NAME}${index}⟧`;

/** The marks in a text: the index of the picture, and where its mark begins and ends. */
export function marksIn(text: string): { index: number; from: number; to: number }[] {
  if (!text.includes(NAME)) return [];
  return [...text.matchAll(new RegExp(`⟦${NAME}(\\d+)⟧`, "g"))].map((found) => ({
    index: Number(found[1]),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** HTML without the marks, and without the paragraphs that held nothing else. */
export function withoutMarks(html: string): string {
  return html.replaceAll(new RegExp(`<p>⟦${NAME}\\d+⟧</p>|⟦${NAME}\\d+⟧`, "g"), "");
}
