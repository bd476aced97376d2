/** What one block of the article should be looked at for before it is saved. Nothing here is forbidden. */
import type { Node } from "@tiptap/pm/model";
import { isAllowedTarget } from "../ui/lib/links.ts";

export type FindingKind =
  /** A picture that a screen reader has no words for. */
  | "undescribed"
  /** A link, of words or of a picture, that leads nowhere. */
  | "dead_link"
  /** A button, a card or an embed without an address. */
  | "no_address"
  /** An embed that a screen reader has no words for. */
  | "untitled"
  /** A note to oneself: „TK“, to come. */
  | "to_come"
  | "empty_heading"
  /** A heading that leaves out a level: whoever listens to the page looks for the one between. */
  | "skipped_level"
  /** A picture larger than a page needs (uploads/large-pictures.ts). */
  | "large_picture"
  /** A place whose picture has not come yet. */
  | "missing_picture";

export interface Finding {
  kind: FindingKind;
  /** Positions in the article: the block's (`to` may be its beginning too), or those of its words. */
  from: number;
  to: number;
  /** What it is about, for people: a file, or the words there; "" where there is neither. */
  about: string;
}

const PICTURE = /\.(?:jpe?g|png|gif|bmp|webp|svg|ico|avif)$/i;
/** In Latin or in Cyrillic letters, on its own. */
const TO_COME = /(?<![\p{L}\p{N}_])(?:(?:TK)+|(?:ТК)+)(?![\p{L}\p{N}_])/gu;
/** Characters of the words around a place. */
const ABOUT = 40;

/**
 * The findings of a block and what is in it, in reading order.
 * @returns positions as if the block began at 0
 */
export function checkBlock(block: Node): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: Node, at: number): void => {
    checkNode(node, at, findings);
    if (node.isTextblock && !node.type.spec.code) checkWords(node, at, findings);
    else node.forEach((child, offset) => void visit(child, at + offset + 1));
  };
  visit(block, 0);
  return findings;
}

function checkNode(node: Node, at: number, findings: Finding[]): void {
  const add = (kind: FindingKind, about: string) => findings.push({ kind, from: at, to: at + node.nodeSize, about });
  const { file, alt, href } = node.attrs as Record<string, unknown>;
  switch (node.type.name) {
    case "figure":
      if (alt === "" && PICTURE.test(String(file))) add("undescribed", String(file));
      if (href !== "" && !leadsSomewhere(href)) add("dead_link", String(file));
      break;
    case "mediaPlace":
      add("missing_picture", String(alt) || short(node.textContent) || String(node.attrs.source));
      break;
    case "button":
      if (!leadsSomewhere(href)) add("no_address", short(node.textContent));
      break;
    case "linkEmbed":
      if (!leadsSomewhere(href)) add("no_address", short(String(node.attrs.title)));
      break;
    case "embed":
      if (!leadsSomewhere(href)) add("no_address", short(String(node.attrs.title)));
      else if (String(node.attrs.title).trim() === "") add("untitled", short(String(href)));
      break;
    case "heading":
      if (node.textContent.trim() === "") add("empty_heading", "");
  }
}

/** @param at the position of the textblock */
function checkWords(block: Node, at: number, findings: Finding[]): void {
  const start = at + 1;
  block.forEach((node, offset, index) => {
    const link = node.marks.find((mark) => mark.type.name === "link");
    const before = index === 0 ? [] : block.child(index - 1).marks;
    // Words in bold inside of a link are the same link.
    if (link === undefined || leadsSomewhere(link.attrs.href) || link.isInSet(before)) return;
    findings.push({
      kind: "dead_link",
      from: start + offset,
      to: start + offset + node.nodeSize,
      about: short(node.text ?? ""),
    });
  });
  // One character for every leaf, so that places in the text are places in the block.
  const text = block.textBetween(0, block.content.size, "", "￼");
  for (const { index, 0: word } of text.matchAll(TO_COME)) {
    const words = text.slice(0, index + word.length + ABOUT / 2).replaceAll("￼", " ");
    // From the beginning of a word on.
    const about = words.slice(words.indexOf(" ", index - ABOUT / 2 - 1) + 1);
    findings.push({
      kind: "to_come",
      from: start + index,
      to: start + index + word.length,
      about: (index > ABOUT / 2 ? about : words).trim(),
    });
  }
}

function leadsSomewhere(href: unknown): boolean {
  return typeof href === "string" && isAllowedTarget(href);
}

function short(text: string): string {
  const line = text.trim();
  return line.length > ABOUT ? `${line.slice(0, ABOUT)}…` : line;
}
