import { COMPARE_ENGLISH } from "../../../shared/compare/words.ts";

/** What a line of the outline is, by the type of its block. */
const kind = (type: string, level: number): string =>
  type === "comment" ? "Comment" : COMPARE_ENGLISH.block(type, level);

export const outline = {
  title: "Outline",
  open: (key: string) => `Outline (${key})`,
  close: "Close the outline",
  none: "Headings, pictures, tables, embeds and open comments will stand here, to go to and to move. A line that begins with ## and a space is a heading.",
  /** What a line is, said before its name to those who do not see its sign. */
  before: (type: string, name: string) =>
    type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `,
  unnamed: (type: string, level: number) =>
    type === "heading" ? `${kind(type, level)} without words` : kind(type, level),
  words: (count: number) => (count === 1 ? "1 word" : `${count} words`),
  more: (count: number) => (count === 1 ? "1 more line is not shown." : `${count} more lines are not shown.`),
  up: "Move up",
  down: "Move down",
  keys: {
    open: "Outline of the article",
    up: "Move a section up, in the outline",
    down: "Move a section down, in the outline",
  },
  moved: (name: string, place: number, all: number) => `Moved: ${name}. Line ${place} of ${all}.`,
  isFirst: (name: string) => `There is nothing above that this could go before: ${name}`,
  isLast: (name: string) => `There is nothing below that this could go after: ${name}`,
};
