/** Commands that leave a block. Each returns false without a change if the key has another meaning there. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { ResolvedPos } from "@tiptap/pm/model";
import { NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { nodeType } from "../../ui/lib/node-type.ts";
import { type Arrow, directionOf, edgeAhead, isVertical } from "./arrow-keys.ts";
import { isCaptioned, isEmptyParagraph, isHolder } from "./block-places.ts";

/** Enter in an empty last paragraph leaves these; Tiptap does the same for quotes. */
const LEFT_BY_ENTER: ReadonlySet<string> = new Set(["callout", "customContainer", "column", "detailsContent"]);

/** Default key handling leaves these at the edges of the article. */
const PLAIN: ReadonlySet<string> = new Set(["paragraph", "heading", "bulletList", "orderedList"]);

/** Backspace joins these with the previous line. */
const LINES: ReadonlySet<string> = new Set(["paragraph", "heading"]);

/** Inserts a paragraph after the block with the cursor, outside its wrappers up to the next holder. */
export function exitBlock(editor: Editor): boolean {
  const { $to } = editor.state.selection;
  return addParagraph(editor.view, isHolder($to.parent) ? $to.pos : $to.after(depthToLeave($to)));
}

/** The depth of the wrapper if the cursor is in a plain line, else of the block itself. */
function depthToLeave($pos: ResolvedPos): number {
  let depth = $pos.depth;
  while (depth > 1 && (!isHolder($pos.node(depth - 1)) || PLAIN.has($pos.node(depth).type.name))) depth -= 1;
  return depth;
}

/** Moves an empty last paragraph out of its wrapper. Enter in another empty paragraph does not split the wrapper. */
export function exitOnEnter(editor: Editor): boolean {
  const { state, view } = editor;
  const { $from, empty } = state.selection;
  const holder = $from.depth > 0 ? $from.node(-1) : null;
  const isEmptyLine = empty && isEmptyParagraph($from.parent);
  if (holder === null || !isEmptyLine || !LEFT_BY_ENTER.has(holder.type.name)) return false;
  if ($from.index(-1) < holder.childCount - 1) return editor.commands.splitBlock();
  const wrapper = isHolder($from.node(-2)) ? $from.depth - 1 : $from.depth - 2;
  const tr = closeHistory(state.tr);
  const after = $from.after(wrapper);
  if (holder.childCount > 1) tr.delete($from.before(), $from.after());
  const target = tr.mapping.map(after);
  view.dispatch(writeParagraph(tr, target));
  return true;
}

/** Inserts a paragraph before the first or after the last block if an arrow key cannot leave it. */
export function exitAtArticleEdge({ state, view }: Editor, arrow: Arrow): boolean {
  const { selection, doc } = state;
  const { $from, empty } = selection;
  const isNode = selection instanceof NodeSelection;
  const isBack = isNode ? arrow === "up" || arrow === "left" : directionOf($from, arrow) < 0;
  const block = isBack ? doc.firstChild : doc.lastChild;
  if (block === null || PLAIN.has(block.type.name)) return false;
  const isLeaving = empty && $from.parent.isTextblock && (isVertical(arrow) || isCaptioned($from.parent));
  if (!isNode && !(isLeaving && view.endOfTextblock(arrow))) return false;
  const edge = isNode ? (isBack ? selection.from : selection.to) : edgeAhead(view, $from, arrow);
  if (!edgeIsEnd(doc.resolve(edge), isBack ? -1 : 1)) return false;
  return addParagraph(view, isBack ? 0 : doc.content.size);
}

/** Whether a position is at the edge of the article, ignoring neighbouring columns and cells. */
function edgeIsEnd($edge: ResolvedPos, direction: -1 | 1): boolean {
  for (let depth = $edge.depth; depth >= 0; depth--) {
    const node = $edge.node(depth);
    const isBeside = node.type.name === "columns" || node.type.name === "tableRow";
    const isAtEnd = direction < 0 ? $edge.index(depth) === 0 : $edge.indexAfter(depth) === node.childCount;
    if (!isBeside && !isAtEnd) return false;
  }
  return true;
}

export function addParagraph(view: EditorView, position: number): boolean {
  view.dispatch(writeParagraph(closeHistory(view.state.tr), position));
  return true;
}

function writeParagraph(tr: Transaction, position: number): Transaction {
  tr.insert(position, nodeType(tr.doc.type.schema, "paragraph").create());
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}

/** Backspace after another kind of block selects it, because joining would move the line into a label or a quote. */
export function selectBlockBefore({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const isAtStart = empty && LINES.has($from.parent.type.name) && $from.parentOffset === 0 && isHolder($from.node(-1));
  const before = isAtStart ? state.doc.resolve($from.before()).nodeBefore : null;
  if (before === null || before.type.name === "blockquote" || PLAIN.has(before.type.name)) return false;
  const position = $from.before() - before.nodeSize;
  const tr = closeHistory(state.tr);
  if ($from.parent.content.size === 0) tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)).scrollIntoView());
  return true;
}

/** Whether Backspace (-1) or Delete (1) is at a block edge, where browsers would join text across cells or columns. */
export function isAtBlockEdge(editor: Editor, direction: -1 | 1): boolean {
  const { $from, empty } = editor.state.selection;
  return empty && $from.parent.isTextblock && $from.parentOffset === (direction < 0 ? 0 : $from.parent.content.size);
}
