/** Reads the outline of an article: headings, blocks other than text, and open comments. */
import type { Node } from "@tiptap/pm/model";
import { type ContainerDefinition, containerLook } from "../../../server/article/containers.ts";
import { isHolder, MEDIA_BLOCKS } from "../article/commands/block-places.ts";
import type { MarkedComment } from "../client/article-session.ts";

const LISTED = [...MEDIA_BLOCKS, "table", "customContainer"] as const;

export type OutlineKind = "heading" | "comment" | (typeof LISTED)[number];

export interface OutlineEntry {
  kind: OutlineKind;
  /** Position of the block, or of the text of a comment. */
  from: number;
  to: number;
  /** Depth below headings and containers, from 1. */
  depth: number;
  level: number;
  name: string;
  /** Number of words in a heading's section; else 0. */
  words: number;
  file: string;
  /** Number of pictures in a gallery; else 0. */
  count: number;
  /** Start of the parent within which the entry can move; null if it cannot move. */
  holder: number | null;
}

const MAX_NAME = 120;

/** The entries in reading order. Visits each block once, but no text. @param countWords counts the words of a block */
export function readOutline(
  doc: Node,
  comments: readonly MarkedComment[],
  countWords: (block: Node) => number,
): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  readBlocks(doc, 0, 1, entries, countWords);
  return withComments(entries, comments);
}

function readBlocks(
  holder: Node,
  start: number,
  depth: number,
  entries: OutlineEntry[],
  countWords: (block: Node) => number,
): void {
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
  const textOf = (node: Node | null) => plain(node?.textBetween(0, node.content.size, " ", " ") ?? "");
  const attribute = (name: string) => plain(String(attrs[name] ?? ""));
  const named = (name: string, file = "", count = 0) => ({ name, file, count });
  switch (block.type.name) {
    case "figure":
      return named(textOf(block) || attribute("alt"), attribute("file"));
    case "gallery": {
      const first = block.firstChild;
      return named("", String(first?.attrs.file ?? ""), block.childCount);
    }
    case "table":
      return named(textOf(block.firstChild));
    case "customContainer":
      return named(containerLook(attrs.definition as ContainerDefinition | null).name);
    case "heading":
    case "mediaPlace":
      return named(textOf(block) || attribute("alt"));
    default:
      return named(textOf(block) || attribute("title") || attribute("file") || attribute("href"));
  }
}

const plain = (text: string): string => {
  const line = text
    .slice(0, 4 * MAX_NAME)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).trimEnd()}…` : line;
};

/** Lists each comment under its heading, after the block that contains it. */
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

/** Index of the block at a position or, without one, of the heading above it; -1 for none. */
export function entryAt(entries: readonly OutlineEntry[], position: number): number {
  return entries.findLastIndex(
    ({ kind, from, to }) => from <= position && (kind === "heading" || (kind !== "comment" && position < to)),
  );
}
