/** Converts the selection to the content of a snippet: text of one paragraph, or blocks. */
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import { documentJson } from "../../../server/article/document.ts";
import type { SnippetContent, SnippetKind } from "../../../server/contracts/snippets-api.ts";
import { isEmptyParagraph, movableAtSelection, topBlockAt } from "../article/commands/block-places.ts";
import { nodeType } from "../ui/lib/node-type.ts";

/** Blocks that may be included in part; others are included whole. */
const SPLITTABLE: ReadonlySet<string> = new Set(["paragraph", "heading", "bulletList", "orderedList", "blockquote"]);

/** The selection or the block with the cursor; null if it is empty. */
export function selectedContent(state: EditorState): SnippetContent | null {
  const { selection, schema } = state;
  const { $from, $to, from, to, empty } = selection;
  if (empty) return contentOf(state, "blocks", nodesOf(topBlockAt(state, from)?.node));
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return contentOf(state, "blocks", nodesOf(selection.node));
  const { parent } = $from;
  const isInText = $from.sameParent($to) && parent.inlineContent;
  const isWhole = from === $from.start() && to === $from.end();
  // A fully selected heading is a block.
  if (isInText && !(isWhole && parent.type.name === "heading")) {
    const text = parent.content.cut($from.parentOffset, $to.parentOffset);
    return contentOf(state, "words", Fragment.from(nodeType(schema, "paragraph").create(null, text)));
  }
  const range = movableAtSelection(state);
  const whole: Node[] = [];
  const partial: Node[] = [];
  let position = range.start;
  for (let index = range.index; index < range.endIndex; index++) {
    const block = range.parent.child(index);
    const [begin, end] = [Math.max(0, from - position - 1), Math.min(block.content.size, to - position - 1)];
    whole.push(block);
    partial.push(SPLITTABLE.has(block.type.name) && begin <= end ? block.cut(begin, end) : block);
    position += block.nodeSize;
  }
  return contentOf(state, "blocks", Fragment.from(partial)) ?? contentOf(state, "blocks", Fragment.from(whole));
}

const nodesOf = (node: Node | undefined): Fragment => (node === undefined ? Fragment.empty : Fragment.from(node));

/** Trims empty paragraphs at both ends; null if nothing remains or the document is invalid. */
function contentOf({ schema }: EditorState, kind: SnippetKind, blocks: Fragment): SnippetContent | null {
  const { content } = blocks;
  const first = content.findIndex((block) => !isEmptyParagraph(block));
  if (first < 0) return null;
  const last = content.findLastIndex((block) => !isEmptyParagraph(block));
  try {
    const doc = schema.topNodeType.create(null, content.slice(first, last + 1));
    doc.check();
    return { kind, doc: documentJson(doc) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
