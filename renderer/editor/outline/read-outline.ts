/** What an article is made of, to find one's way in it: headings, what stands between them that is no text, open comments. */
import type { Node } from "@tiptap/pm/model";
import { type ContainerDefinition, containerLook } from "../../../server/article/containers.ts";
import { isHolder } from "../article/commands/block-places.ts";
import { MEDIA_BLOCKS } from "../article/nodes/media/media-selection.ts";
import type { MarkedComment } from "../client/article-session.ts";

/** Blocks that are listed beside headings, by the name of their type. */
const LISTED = [...MEDIA_BLOCKS, "table", "customContainer"] as const;

/** What a line of the outline is about; of a block the name of its type. */
export type OutlineKind = "heading" | "comment" | (typeof LISTED)[number];

/** A line of the outline. */
export interface OutlineEntry {
  kind: OutlineKind;
  /** Of the block, or of the words that a comment is about. */
  from: number;
  to: number;
  /** How deep it stands under headings and containers, from 1. */
  depth: number;
  /** Of a heading, else 0. */
  level: number;
  /** "" where nobody has given it one. */
  name: string;
  /** Of the section that a heading begins, else 0. */
  words: number;
  /** The picture that shows it, "" for none. */
  file: string;
  /** Pictures of a gallery, else 0. */
  count: number;
  /** Where the blocks begin among which it can be moved; null where it cannot be. */
  holder: number | null;
}

/** Characters of a name. */
const LONGEST_NAME = 120;

/**
 * The outline of an article, in reading order. Looks at each block once, and into none that holds words.
 * @param countWords of a block; asked for each block once or more often
 */
export function readOutline(
  doc: Node,
  comments: readonly MarkedComment[],
  countWords: (block: Node) => number,
): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  readBlocks(doc, 0, 1, entries, countWords);
  return withComments(entries, comments);
}

/** @param start where the content of `holder` begins */
function readBlocks(
  holder: Node,
  start: number,
  depth: number,
  entries: OutlineEntry[],
  countWords: (block: Node) => number,
): void {
  /** The headings that a block stands under. */
  const above: OutlineEntry[] = [];
  holder.forEach((block, offset) => {
    const from = start + offset;
    const kind = kindOf(block);
    const level = kind === "heading" ? Number(block.attrs.level) : 0;
    if (level > 0) while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const own = depth + above.length;
    if (kind !== null) {
      const entry: OutlineEntry = {
        ...looksOf(block),
        kind,
        from,
        to: from + block.nodeSize,
        depth: own,
        level,
        words: 0,
        holder: isHolder(holder) ? start : null,
      };
      entries.push(entry);
      if (level > 0) above.push(entry);
    }
    if (above.length > 0) {
      const words = countWords(block);
      for (const each of above) each.words += words;
    }
    const isWhole = block.isTextblock || block.isLeaf || block.type.name === "gallery" || block.type.name === "table";
    if (!isWhole) readBlocks(block, from + 1, own + (kind === null ? 0 : 1), entries, countWords);
  });
}

function kindOf({ type }: Node): OutlineKind | null {
  return type.name === "heading" ? "heading" : (LISTED.find((each) => each === type.name) ?? null);
}

function looksOf(block: Node): Pick<OutlineEntry, "name" | "file" | "count"> {
  const { attrs } = block;
  const words = (node: Node | null) => plain(node?.textBetween(0, node.content.size, " ", " ") ?? "");
  const attribute = (name: string) => plain(String(attrs[name] ?? ""));
  const named = (name: string, file = "", count = 0) => ({ name, file, count });
  switch (block.type.name) {
    case "figure":
      return named(words(block) || attribute("alt"), attribute("file"));
    case "gallery": {
      const first = block.firstChild;
      return named("", String(first?.attrs.file ?? ""), block.childCount);
    }
    case "table":
      return named(words(block.firstChild));
    case "customContainer":
      return named(containerLook(attrs.definition as ContainerDefinition | null).name);
    case "heading":
    case "mediaPlace":
      return named(words(block) || attribute("alt"));
    default:
      return named(words(block) || attribute("title") || attribute("file") || attribute("href"));
  }
}

const plain = (text: string): string => {
  const line = text
    .slice(0, 4 * LONGEST_NAME)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…` : line;
};

/** Each comment stands under the heading that its words stand under, and after the block that they are in. */
function withComments(entries: readonly OutlineEntry[], comments: readonly MarkedComment[]): OutlineEntry[] {
  const lines = comments.map(({ from, to, author, text }): OutlineEntry => {
    const at = entries[entryAt(entries, from)];
    const holds = at?.kind === "heading" || at?.kind === "customContainer";
    const name = plain(author === "" ? text : `${author}: ${text}`);
    const depth = at === undefined ? 1 : at.depth + (holds ? 1 : 0);
    return { kind: "comment", from, to, depth, level: 0, name, words: 0, file: "", count: 0, holder: null };
  });
  return lines.length === 0 ? [...entries] : [...entries, ...lines].sort((one, other) => one.from - other.from);
}

/** The line that a position belongs to: the block that it is in, else the heading that it stands under; -1 for none. */
export function entryAt(entries: readonly OutlineEntry[], position: number): number {
  // The last that begins at the position or before.
  let [low, high] = [-1, entries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle]?.from ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  for (let index = low; index >= 0; index--) {
    const entry = entries[index];
    if (entry === undefined || entry.kind === "comment") continue;
    if (entry.kind === "heading" || position < entry.to) return index;
  }
  return -1;
}
