/** Turns blocks into other blocks. Keeps all content, and the cursor at the same character. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Mark, type Node, type NodeType, type Schema } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import type { NodeName } from "../../../../server/article/schema.ts";
import { type BlockRange, blocksAtSelection, isOneOf, isSwappable, nodeType, rangeAround } from "./block-places.ts";

/** Must keep all text and figures. */
export type MakeBlocks = (schema: Schema, blocks: Node[]) => Node | Node[];

/** Replaces the selected blocks or, if they are unchanged, the blocks around them. @returns whether anything changed */
export function turnSelectionInto(editor: Editor, make: MakeBlocks): boolean {
  let range: BlockRange | null = blocksAtSelection(editor.state);
  while (range !== null) {
    const outcome = turn(editor, range, make);
    if (outcome !== "same") return outcome === "turned";
    range = rangeAround(editor.state, range);
  }
  return false;
}

export function turnRangeInto(editor: Editor, range: BlockRange, make: MakeBlocks): boolean {
  return turn(editor, range, make) === "turned";
}

function turn(editor: Editor, range: BlockRange, make: MakeBlocks): "turned" | "same" | "refused" {
  const { parent, index, endIndex } = range;
  const blocks = parent.children.slice(index, endIndex);
  const made = Fragment.from(make(editor.schema, blocks));
  if (made.eq(Fragment.from(blocks))) return "same";
  if (!parent.canReplace(index, endIndex, made)) return "refused";
  replace(editor, range, made);
  return "turned";
}

function replace(editor: Editor, { start, end }: BlockRange, made: Fragment): void {
  const { state, view } = editor;
  const anchor = characterAt(state, start, state.selection.anchor);
  const head = characterAt(state, start, state.selection.head);
  const tr = closeHistory(state.tr).replaceWith(start, end, made);
  const madeEnd = start + made.size;
  const from = positionOf(tr.doc, start, madeEnd, anchor);
  const to = positionOf(tr.doc, start, madeEnd, head);
  const near = () => Selection.near(tr.doc.resolve(start), 1);
  tr.setSelection(from === null || to === null ? near() : TextSelection.create(tr.doc, from, to));
  view.dispatch(tr.scrollIntoView());
}

/** Counts the characters from `start` to a position; a gap between textblocks counts as one. */
function characterAt({ doc }: EditorState, start: number, position: number): number {
  let count = 0;
  doc.nodesBetween(start, Math.max(position, start), (node, at) => {
    if (!node.isTextblock) return true;
    count += Math.min(node.content.size, Math.max(position - at - 1, 0)) + 1;
    return false;
  });
  return Math.max(count - 1, 0);
}

function positionOf(doc: Node, start: number, end: number, character: number): number | null {
  let left = character;
  let found: number | null = null;
  let last: number | null = null;
  doc.nodesBetween(start, end, (node, at) => {
    if (!node.isTextblock) return true;
    if (found === null && left <= node.content.size) found = at + 1 + left;
    left -= node.content.size + 1;
    last = at + 1 + node.content.size;
    return false;
  });
  return found ?? last;
}

/** A line of text, or a block without text (a figure, a table, a divider), which is kept. */
type Piece = { text: Fragment } | { block: Node };

const isContainer = isOneOf("bulletList", "orderedList", "listItem", "details", "detailsContent", "columns", "column");
const isText = isOneOf("paragraph", "heading", "pullQuote", "codeBlock", "button", "detailsSummary");

type Attributes = Record<string, unknown>;

/** Turns each line into a block of this type, such as a paragraph or heading. */
export const eachLineAs =
  (name: NodeName, attributes?: Attributes): MakeBlocks =>
  (schema, blocks) => {
    const type = nodeType(schema, name);
    return piecesOf(schema, blocks).map((piece) =>
      "block" in piece ? piece.block : type.create(attributes, fitting(schema, type, piece.text)),
    );
  };

/** Joins consecutive lines into one block of this type, such as a pull quote, code or a button. */
export const allLinesAs =
  (name: NodeName, attributes?: (blocks: Node[]) => Attributes): MakeBlocks =>
  (schema, blocks) => {
    const type = nodeType(schema, name);
    const made: Node[] = [];
    let lines: Fragment[] = [];
    const flush = () => {
      if (lines.length > 0) made.push(type.create(attributes?.(blocks), joined(schema, type, lines)));
      lines = [];
    };
    for (const piece of piecesOf(schema, blocks)) {
      if ("text" in piece) lines.push(fitting(schema, type, piece.text));
      else {
        flush();
        made.push(piece.block);
      }
    }
    flush();
    return made;
  };

export const wrappedIn =
  (name: NodeName, attributes?: Attributes): MakeBlocks =>
  (schema, blocks) =>
    nodeType(schema, name).create(attributes, blocks);

/** The summary is the first heading or the only paragraph; otherwise it is empty. */
export const detailsOf = (schema: Schema, blocks: readonly Node[]): Node => {
  const [first, ...others] = blocks;
  const isLine = first?.type.name === "heading" || (first?.type.name === "paragraph" && others.length === 0);
  const content = isLine ? others : blocks;
  return nodeType(schema, "details").create(null, [
    nodeType(schema, "detailsSummary").create(null, isLine ? first.content : null),
    nodeType(schema, "detailsContent").create(null, content.length > 0 ? content : schema.node("paragraph")),
  ]);
};

/** The target of the first link, for a block that is a link itself; "" if there is none. */
export function firstTarget(blocks: Node[]): string {
  let target = "";
  for (const block of blocks)
    block.descendants((node) => {
      if (target === "") target = String(node.marks.find((mark) => mark.type.name === "link")?.attrs.href ?? "");
      return target === "";
    });
  return target;
}

type WrapperName = "blockquote" | "callout" | "customContainer";

/** Wraps the selected blocks. With the cursor in a wrapper, changes its kind, or removes it. */
export function turnIntoWrapper(editor: Editor, name: WrapperName, attributes?: Attributes): boolean {
  const around = editor.state.selection.empty ? wrapperAround(editor) : null;
  if (around === null) return turnSelectionInto(editor, wrappedIn(name, attributes));
  return turnRangeInto(editor, around, (schema, blocks) =>
    blocks.flatMap((block) => {
      const wrapper = nodeType(schema, name).create(attributes, block.content);
      const isSame =
        name === "customContainer" ? block.hasMarkup(wrapper.type, wrapper.attrs) : block.type === wrapper.type;
      return isSame ? [...block.children] : [wrapper];
    }),
  );
}

function wrapperAround(editor: Editor): BlockRange | null {
  let range: BlockRange | null = blocksAtSelection(editor.state);
  while (range !== null && !isSwappable(range.parent)) range = rangeAround(editor.state, range);
  return range === null ? null : rangeAround(editor.state, range);
}

function piecesOf(schema: Schema, blocks: readonly Node[]): Piece[] {
  return blocks.flatMap((block): Piece[] => {
    if (isSwappable(block) || isContainer(block)) return piecesOf(schema, block.children);
    if (!isText(block)) return [{ block }];
    return [{ text: linked(schema, block) }, ...sourceLine(schema, block)];
  });
}

function linked(schema: Schema, block: Node): Fragment {
  const href = block.type.name === "button" ? String(block.attrs.href) : "";
  if (href === "") return block.content;
  const link = schema.marks.link?.create({ href }) as Mark;
  return Fragment.from(block.content.content.map((node) => node.mark(link.addToSet(node.marks))));
}

function sourceLine(schema: Schema, block: Node): Piece[] {
  const source = block.type.name === "pullQuote" ? String(block.attrs.source) : "";
  return source === "" ? [] : [{ text: Fragment.from(schema.text(source)) }];
}

/** Removes marks that the type does not allow. Line breaks that it does not allow become spaces, or newlines in code. */
function fitting(schema: Schema, type: NodeType, text: Fragment): Fragment {
  const allowed = (node: Node) => type.contentMatch.matchType(node.type) !== null;
  const breaks = schema.text(type.spec.code ? "\n" : " ");
  return Fragment.from(text.content.map((node) => (allowed(node) ? node.mark(type.allowedMarks(node.marks)) : breaks)));
}

function joined(schema: Schema, type: NodeType, lines: Fragment[]): Fragment {
  const lineBreak = schema.nodes.hardBreak?.create();
  const takesBreaks = lineBreak !== undefined && type.contentMatch.matchType(lineBreak.type) !== null;
  const between = takesBreaks ? lineBreak : schema.text(type.spec.code ? "\n" : " ");
  return lines.reduce((all, line, index) => (index === 0 ? line : all.append(Fragment.from(between)).append(line)));
}
