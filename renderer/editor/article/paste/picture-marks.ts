/** Marks for pictures and captions in pasted text. The random name cannot occur in a clipboard. */
import { randomId } from "../../ui/lib/ids.ts";

const NAME = `galley-picture-${randomId()}-`;

/** picture: place of the picture. caption, end: start and end of its caption. */
type MarkKind = "picture" | "caption" | "end";

const LETTERS: Readonly<Record<MarkKind, string>> = { picture: "", caption: "c", end: "e" };

export interface PictureMark {
  index: number;
  kind: MarkKind;
  from: number;
  to: number;
}

export const markOf = (index: number): string => `⟦${NAME}${index}⟧`;

/** The marks before and after a caption. @param mark of the picture */
export function captionMarks(mark: string): [begin: string, end: string] {
  return [mark.replace("⟧", `${LETTERS.caption}⟧`), mark.replace("⟧", `${LETTERS.end}⟧`)];
}

export function marksIn(text: string): PictureMark[] {
  if (!text.includes(NAME)) return [];
  return [...text.matchAll(new RegExp(`⟦${NAME}(\\d+)([ce]?)⟧`, "g"))].map((found) => ({
    index: Number(found[1]),
    kind: found[2] === "c" ? "caption" : found[2] === "e" ? "end" : "picture",
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** HTML without the marks and without paragraphs that contain only a mark. */
export function withoutMarks(html: string): string {
  return html.replaceAll(new RegExp(`<p>⟦${NAME}\\d+⟧</p>|⟦${NAME}\\d+[ce]?⟧`, "g"), "");
}
