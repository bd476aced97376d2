/**
 * Where blocks stand. holder: a node whose children are blocks that can be moved and changed one by one. What stands
 * between holder and cursor otherwise (list items, cells, a summary) belongs to its block.
 */
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";

const HOLDERS: ReadonlySet<string> = new Set([
  "doc",
  "blockquote",
  "callout",
  "column",
  "detailsContent",
  "customContainer",
]);

export function isHolder(node: Node): boolean {
  return HOLDERS.has(node.type.name);
}

/** Wrappers that hold any blocks and can take each other's place. */
const SWAPPABLE: ReadonlySet<string> = new Set(["blockquote", "callout", "customContainer"]);

export function isSwappable(node: Node): boolean {
  return SWAPPABLE.has(node.type.name);
}

/** An empty line: a block that is put in there replaces it. */
export function isEmptyParagraph(node: Node): boolean {
  return node.type.name === "paragraph" && node.content.size === 0;
}

/** The empty paragraph of the article itself, in no other block, that has the cursor; null where there is none. */
export function emptyLineAtCursor({ selection }: EditorState): { node: Node; pos: number } | null {
  const { $from, empty } = selection;
  if (!empty || $from.depth !== 1 || !isEmptyParagraph($from.parent)) return null;
  return { node: $from.parent, pos: $from.before() };
}

/** One block among its neighbours. */
export interface BlockPlace {
  node: Node;
  /** Directly before the block. */
  pos: number;
  parent: Node;
  index: number;
}

/** Blocks that follow each other in one parent: from `start` to `end` in the document, children `index` to `endIndex`. */
export interface BlockRange {
  parent: Node;
  /** Depth of `parent`. */
  depth: number;
  index: number;
  endIndex: number;
  start: number;
  end: number;
}

/**
 * The innermost block that can be moved at a position: in a list the whole list, in a table the whole table, inside a
 * column or a callout the block there. Between two blocks it is the one after, at the end of a holder the last one.
 * @returns null for a position outside the document
 */
export function topBlockAt(state: EditorState, pos: number): BlockPlace | null {
  if (pos < 0 || pos > state.doc.content.size) return null;
  const $pos = state.doc.resolve(pos);
  const depth = holderDepth($pos);
  const parent = $pos.node(depth);
  const index = Math.min($pos.index(depth), parent.childCount - 1);
  return { node: parent.child(index), pos: $pos.posAtIndex(index, depth), parent, index };
}

/** The block that `topBlockAt` finds, as a range. */
export function rangeAt(state: EditorState, pos: number): BlockRange | null {
  const place = topBlockAt(state, pos);
  if (place === null) return null;
  const $block = state.doc.resolve(place.pos);
  return rangeOf($block, $block.depth, place.index, place.index + 1);
}

/** The blocks that the selection touches, in the innermost holder that has all of them; a cell of a table counts too. */
export function blocksAtSelection(state: EditorState): BlockRange {
  return touched(state, ($from, depth) => ["cell", "header_cell"].includes($from.node(depth).type.spec.tableRole));
}

/** The same blocks as something that is moved: from inside a cell it is the table. */
export function movableAtSelection(state: EditorState): BlockRange {
  return touched(state, () => false);
}

function touched({ selection }: EditorState, also: ($from: ResolvedPos, depth: number) => boolean): BlockRange {
  const { $from, $to } = selection;
  const depth = holderDepth($from, $from.sharedDepth($to.pos), (at) => also($from, at));
  const index = $from.index(depth);
  let endIndex = selection.empty ? index + 1 : $to.indexAfter(depth);
  // A selection that ends before the first letter of a block does not mean that block.
  const endsBefore = $to.depth === depth + 1 && $to.parentOffset === 0 && !(selection instanceof NodeSelection);
  if (endsBefore && endIndex - index > 1) endIndex -= 1;
  return rangeOf($from, depth, index, Math.max(endIndex, index + 1));
}

/** The block that a range's holder belongs to, as a range of its own; null where a column, a cell or the article ends it. */
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

/** The article itself is a holder, so there always is one. */
function holderDepth($pos: ResolvedPos, from = $pos.depth, also: (depth: number) => boolean = () => false): number {
  let depth = from;
  while (depth > 0 && !isHolder($pos.node(depth)) && !also(depth)) depth -= 1;
  return depth;
}
