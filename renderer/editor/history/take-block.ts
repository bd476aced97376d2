import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { DifferenceRow } from "../../../server/article/compare/difference.ts";

/**
 * Makes mine say what theirs says in this row: a changed block is replaced, a block of theirs is put in, a moved one goes
 * to its place there, a block that only mine has is taken out. An article keeps at least one block.
 * @param row of a difference whose `mine` is the transaction's document
 */
export function takeBlock(tr: Transaction, { mine, theirs, mineAt, movedFrom }: DifferenceRow): Transaction {
  if (movedFrom !== null) {
    const block = tr.doc.child(movedFrom);
    const target = startOf(tr.doc, mineAt);
    const from = startOf(tr.doc, movedFrom);
    tr.delete(from, from + block.nodeSize);
    return tr.insert(target > from ? target - block.nodeSize : target, block);
  }
  const from = startOf(tr.doc, mineAt);
  const to = from + (mine?.nodeSize ?? 0);
  if (theirs !== null) return tr.replaceWith(from, to, adopted(tr.doc, theirs));
  if (tr.doc.childCount > 1) return tr.delete(from, to);
  const blank = tr.doc.type.schema.nodes.paragraph;
  return blank === undefined ? tr : tr.replaceWith(from, to, blank.create());
}

/** A node of another schema object that has the same specs, read into this one. */
function adopted(doc: Node, block: Node): Node {
  return block.type.schema === doc.type.schema ? block : doc.type.schema.nodeFromJSON(block.toJSON());
}

/** Where the top-level block number `index` begins, or the end of the article. */
function startOf(doc: Node, index: number): number {
  let position = 0;
  for (let each = 0; each < Math.min(index, doc.childCount); each++) position += doc.child(each).nodeSize;
  return position;
}
