/** Positions of blocks. A holder's children are movable; list items, cells and summaries belong to their block. */
import type { Node, NodeType, ResolvedPos, Schema } from "@tiptap/pm/model";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { NodeName } from "../../../../server/article/schema.ts";

/** @returns whether a node has one of these types */
export function isOneOf(...names: NodeName[]): (node: Node) => boolean {
  const types: ReadonlySet<string> = new Set(names);
  return ({ type }) => types.has(type.name);
}

export const isHolder = isOneOf("doc", "blockquote", "callout", "column", "detailsContent", "customContainer");

/** Wrappers that can replace each other. */
export const isSwappable = isOneOf("blockquote", "callout", "customContainer");

/** Whether the block's text is a caption. */
export const isCaptioned = isOneOf("figure", "video", "audio", "embed", "mediaPlace");

export const MEDIA_BLOCKS = [
  "figure",
  "gallery",
  "video",
  "audio",
  "fileDownload",
  "mediaPlace",
  "linkEmbed",
  "embed",
] as const;

export const isMediaBlock = isOneOf(...MEDIA_BLOCKS);

/** Whether a node is an empty paragraph, which an inserted block replaces. */
export function isEmptyParagraph(node: Node): boolean {
  return node.type.name === "paragraph" && node.content.size === 0;
}

export function emptyLineAtCursor({ selection }: EditorState): { node: Node; pos: number } | null {
  const { $from, empty } = selection;
  if (!empty || $from.depth !== 1 || !isEmptyParagraph($from.parent)) return null;
  return { node: $from.parent, pos: $from.before() };
}

export interface BlockPlace {
  node: Node;
  pos: number;
  parent: Node;
  index: number;
}

/** Consecutive blocks of one parent: document positions `start` to `end`, children `index` to `endIndex`. */
export interface BlockRange {
  parent: Node;
  depth: number;
  index: number;
  endIndex: number;
  start: number;
  end: number;
}

/** The innermost movable block at a position; at the end of a holder its last block. Null outside the document. */
export function topBlockAt(state: EditorState, pos: number): BlockPlace | null {
  if (pos < 0 || pos > state.doc.content.size) return null;
  const $pos = state.doc.resolve(pos);
  const depth = holderDepth($pos);
  const parent = $pos.node(depth);
  const index = Math.min($pos.index(depth), parent.childCount - 1);
  return { node: parent.child(index), pos: $pos.posAtIndex(index, depth), parent, index };
}

export function rangeAt(state: EditorState, pos: number): BlockRange | null {
  const place = topBlockAt(state, pos);
  if (place === null) return null;
  const $block = state.doc.resolve(place.pos);
  return rangeOf($block, $block.depth, place.index, place.index + 1);
}

/** The blocks at the selection, in the innermost holder or table cell that contains all of them. */
export function blocksAtSelection(state: EditorState): BlockRange {
  return selectedRange(state, isOneOf("tableCell", "tableHeader"));
}

/** Like `blocksAtSelection`, but in a table returns the whole table. */
export function movableAtSelection(state: EditorState): BlockRange {
  return selectedRange(state, () => false);
}

function selectedRange({ selection }: EditorState, also: (node: Node) => boolean): BlockRange {
  const { $from, $to } = selection;
  const depth = holderDepth($from, $from.sharedDepth($to.pos), also);
  const index = $from.index(depth);
  let endIndex = selection.empty ? index + 1 : $to.indexAfter(depth);
  // A selection that ends before the first character of a block does not include that block.
  const endsBefore = $to.depth === depth + 1 && $to.parentOffset === 0 && !(selection instanceof NodeSelection);
  if (endsBefore && endIndex - index > 1) endIndex -= 1;
  return rangeOf($from, depth, index, Math.max(endIndex, index + 1));
}

/** The block around a range, as a range; null if that is a column, a cell or the article. */
export function rangeAround(state: EditorState, range: BlockRange): BlockRange | null {
  if (!isSwappable(range.parent) && range.parent.type.name !== "detailsContent") return null;
  const $start = state.doc.resolve(range.start);
  const depth = holderDepth($start, range.depth - 1);
  return rangeOf($start, depth, $start.index(depth), $start.index(depth) + 1);
}

function rangeOf($pos: ResolvedPos, depth: number, index: number, endIndex: number): BlockRange {
  const parent = $pos.node(depth);
  const until = Math.min(endIndex, parent.childCount);
  return {
    parent,
    depth,
    index,
    endIndex: until,
    start: $pos.posAtIndex(index, depth),
    end: $pos.posAtIndex(until, depth),
  };
}

function holderDepth($pos: ResolvedPos, from = $pos.depth, also: (node: Node) => boolean = () => false): number {
  let depth = from;
  while (depth > 0 && !isHolder($pos.node(depth)) && !also($pos.node(depth))) depth -= 1;
  return depth;
}

/** A node type of the article's schema. @throws RangeError for a schema without this type */
export function nodeType(schema: Schema, name: NodeName): NodeType {
  const type = schema.nodes[name];
  if (type === undefined) throw new RangeError(`The schema has no node named ${name}.`);
  return type;
}
