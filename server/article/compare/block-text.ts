/** A block as lines of plain text, with the attributes that contain words and their labels. */
import type { Mark, Node } from "prosemirror-model";

export type CompareLanguage = "en" | "ru";

/** The attributes that readers see, in order. */
const NAMES: Record<CompareLanguage, Readonly<Record<string, string>>> = {
  en: {
    file: "File",
    alt: "Description",
    title: "Title",
    description: "Summary",
    credit: "Credit",
    source: "Source",
    href: "URL",
    html: "HTML",
    poster: "Poster",
    language: "Language",
  },
  ru: {
    file: "Файл",
    alt: "Описание",
    title: "Название",
    description: "Кратко",
    credit: "Автор",
    source: "Автор слов",
    href: "URL",
    html: "HTML",
    poster: "Заставка",
    language: "Язык",
  },
};

const SHOWN_ATTRIBUTES = Object.keys(NAMES.en);

/** The label of an attribute; null if it is not compared. */
export type NameOf = (attribute: string, block: Node) => string | null;

/** The target of a link follows its text in ⟨⟩. */
export function blockText(block: Node, nameOf: NameOf): string {
  const lines: string[] = [];
  const visit = (node: Node): void => {
    if (node.isTextblock) {
      const text = inlineText(node);
      if (text !== "") lines.push(text);
    }
    for (const attribute of SHOWN_ATTRIBUTES) {
      const value: unknown = node.attrs[attribute];
      const name = typeof value === "string" && value !== "" ? nameOf(attribute, node) : null;
      if (name !== null) lines.push(`${name}: ${value}`);
    }
    if (!node.isTextblock) node.forEach(visit);
  };
  visit(block);
  return lines.join("\n");
}

function inlineText(block: Node): string {
  let text = "";
  block.forEach((node, _offset, index) => {
    text += node.text ?? (node.type.name === "hardBreak" ? "\n" : "");
    const target = hrefOf(node.marks);
    const next = index + 1 < block.childCount ? hrefOf(block.child(index + 1).marks) : null;
    if (target !== null && next !== target) text += ` ⟨${target}⟩`;
  });
  return text;
}

function hrefOf(marks: readonly Mark[]): string | null {
  const href: unknown = marks.find((mark) => mark.type.name === "link")?.attrs.href;
  return typeof href === "string" ? href : null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** The beginning identifies a long block. */
const RECOGNISED_BY = 4_000;

/** In lower case. */
export function wordsOf(block: Node): string[] {
  const text = block.textBetween(0, Math.min(block.content.size, RECOGNISED_BY), " ");
  return text.toLocaleLowerCase().match(WORD) ?? [];
}

/** Null if the block shows the attribute itself, such as a picture its file. */
export function attributeName(language: CompareLanguage, attribute: string, blockType: string): string | null {
  return attribute === "file" && blockType === "figure" ? null : (NAMES[language][attribute] ?? attribute);
}
