import { ENGLISH } from "../../../shared/language.ts";

/** The kind of an entry, by node type. */
const kind = (type: string, level: number): string =>
  type === "comment" ? "Comment" : ENGLISH.compared.block(type, level);

export const outline = {
  title: "Outline",
  open: (key: string) => `Outline (${key})`,
  close: "Close the outline",
  none: "Headings, pictures, tables, embeds and open comments appear here. Type ## and a space for a heading.",
  /** For screen readers, before the name. */
  before: (type: string, name: string) =>
    type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `,
  unnamed: (type: string, level: number) =>
    type === "heading" ? `${kind(type, level)} without text` : kind(type, level),
  words: (count: number) => (count === 1 ? "1 word" : `${count} words`),
  more: (count: number) => (count === 1 ? "1 more entry is not shown." : `${count} more entries are not shown.`),
  keys: {
    open: "Outline of the article",
    up: "Move section up (in the outline)",
    down: "Move section down (in the outline)",
  },
  moved: (name: string, place: number, all: number) => `Moved: ${name}. ${place} of ${all}.`,
  isFirst: (name: string) => `Already first: ${name}`,
  isLast: (name: string) => `Already last: ${name}`,
};
