/** The selection as the content of a snippet (text of one paragraph, or blocks), and a snippet in the article. */

import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, type Transaction } from "@tiptap/pm/state";
import { documentJson } from "../../../server/article/document.ts";
import type { SnippetContent, SnippetKind } from "../../../server/contracts/snippets-api.ts";
import {
  isEmptyParagraph,
  movableAtSelection,
  nodeType,
  rangeAround,
  rangeAt,
  topBlockAt,
} from "../article/commands/block-places.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import type { Assets } from "../uploads/assets.ts";

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

interface Inserting {
  editor: Editor;
  api: Pick<ArticleTab["api"], "insertSnippet">;
  files: Pick<Assets, "add">;
  isReading(): boolean;
}

/** Inserts a snippet at the cursor position of the request, as one undo step. @throws Error for the journalist */
export async function insertSnippet({ editor, api, files, isReading }: Inserting, id: string): Promise<void> {
  let position = editor.state.selection.head;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position);
  };
  editor.on("transaction", follow);
  try {
    const { kind, doc: json, files: copied } = await api.insertSnippet(id);
    if (isReading()) throw new Error(messages.snippets.othersWrite);
    for (const file of copied) files.add(file);
    const doc = editor.schema.nodeFromJSON(json);
    const { state, view } = editor;
    const at = Math.min(position, state.doc.content.size);
    const tr = (kind === "words" ? asText(state, at, doc) : null) ?? asBlocks(state, at, doc);
    view.dispatch(closeHistory(tr).scrollIntoView());
    // Later typing is a separate undo step.
    view.dispatch(closeHistory(view.state.tr));
    // Leaves the focus in a field that has it.
    if (!editor.isDestroyed && !document.activeElement?.matches("input, textarea")) view.focus();
  } finally {
    editor.off("transaction", follow);
  }
}

/** Inserts into the text at a position; null if there is no textblock. */
function asText({ doc, tr }: EditorState, at: number, { firstChild }: Node): Transaction | null {
  const $at = doc.resolve(at);
  const { parent } = $at;
  if (!parent.inlineContent || firstChild === null) return null;
  const text = firstChild.content;
  // Inserts plain text where formatting is not allowed.
  if (parent.canReplace($at.index(), $at.index(), text)) tr.insert(at, text);
  else tr.insertText(firstChild.textContent, at);
  return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(at)), -1));
}

/** Inserts after the block at a position, or replaces an empty paragraph. */
function asBlocks(state: EditorState, at: number, { content }: Node): Transaction {
  let place = rangeAt(state, at);
  while (place !== null && !place.parent.canReplace(place.endIndex, place.endIndex, content))
    place = rangeAround(state, place);
  const { tr } = state;
  if (place === null) return replaceRange(tr, state.doc.content.size, state.doc.content.size, content);
  const isEmpty = isEmptyParagraph(place.parent.child(place.index));
  return replaceRange(tr, isEmpty ? place.start : place.end, place.end, content);
}

function replaceRange(tr: Transaction, start: number, end: number, content: Fragment): Transaction {
  tr.replaceWith(start, end, content);
  return tr.setSelection(Selection.near(tr.doc.resolve(start + content.size), -1));
}
