/** Pairs of concurrent edits, applied in both orders: both tabs show the same document, and typed text stays. */
import { Fragment, type MarkType, type Node, type NodeType, Slice } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import { liftTarget } from "prosemirror-transform";
import { expect, it } from "vitest";
import { articleSchema, type NodeName } from "../../../../server/article/schema.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { editorOf } from "../../../support/site.ts";
import { heartbeat, startWriter } from "../../../support/writer.ts";

type Edit = (tr: Transaction) => Transaction;

const { nodes, marks } = articleSchema;
const text = (words: string) => articleSchema.text(words);
const paragraph = (words: string) => nodes.paragraph.create(null, text(words));

/** Position of a block, and of the end of its text. */
function block(doc: Node, index: number): { from: number; to: number; node: Node } {
  let from = 0;
  for (let at = 0; at < index; at++) from += doc.child(at).nodeSize;
  const node = doc.child(index);
  return { from, to: from + node.nodeSize, node };
}

const edit =
  <A extends unknown[]>(make: (tr: Transaction, ...args: A) => Transaction) =>
  (...args: A): Edit =>
  (tr) =>
    make(tr, ...args);

const type = edit((tr, index: number, words: string) => tr.insertText(words, block(tr.doc, index).to - 1));
const typeAtStart = edit((tr, index: number, words: string) => tr.insertText(words, block(tr.doc, index).from + 1));
const remove = edit((tr, index: number) => {
  const { from, to } = block(tr.doc, index);
  return tr.delete(from, to);
});
const move = edit((tr, index: number, to: number) => {
  const { from, to: end, node } = block(tr.doc, index);
  const target = block(tr.doc, to).to;
  tr.delete(from, end);
  return tr.insert(tr.mapping.map(target), node);
});
const heading = edit((tr, index: number, level: number = 2) => {
  const { from, to } = block(tr.doc, index);
  return tr.setBlockType(from + 1, to - 1, nodes.heading, { level });
});
const wrap = edit((tr, index: number, ...types: NodeName[]) => {
  const range = tr.doc.resolve(block(tr.doc, index).from + 1).blockRange();
  if (range === null) throw new Error("There is nothing to wrap.");
  return tr.wrap(
    range,
    types.map((name) => ({ type: articleSchema.nodes[name] as NodeType })),
  );
});
const lift = edit((tr, index: number) => {
  const range = tr.doc.resolve(block(tr.doc, index).from + 2).blockRange();
  const target = range && liftTarget(range);
  if (range == null || target == null) throw new Error("There is nothing to lift.");
  return tr.lift(range, target);
});
const split = edit((tr, index: number, at: number) => tr.split(block(tr.doc, index).from + 1 + at));
const join = edit((tr, index: number) => tr.join(block(tr.doc, index).from));
const bold = edit((tr, index: number, from: number, to: number, mark: MarkType = marks.bold) => {
  const start = block(tr.doc, index).from + 1;
  return tr.addMark(start + from, start + to, mark.create());
});
const paste = edit((tr, index: number, ...words: string[]) => {
  const { to } = block(tr.doc, index);
  return tr.replace(to, to, new Slice(Fragment.from(words.map(paragraph)), 0, 0));
});
const cut = edit((tr, index: number, from: number, to: number) => {
  const start = block(tr.doc, index).from + 1;
  return tr.delete(start + from, start + to);
});
const language = edit((tr, code: string) => tr.setDocAttribute("lang", code));

/** The edits of both tabs, text that the document keeps, and text that is lost with a deleted block. */
const PAIRS: [name: string, one: Edit, other: Edit, kept: string[], lost?: string[]][] = [
  ["typing in different blocks", type(0, " AAA"), type(1, " BBB"), ["AAA", "BBB"]],
  ["typing at the same place", type(0, " AAA"), type(0, " BBB"), ["AAA", "BBB"]],
  ["typing in a block that is joined", join(1), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a heading", heading(1), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a quote", wrap(1, "blockquote"), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a list", wrap(1, "bulletList", "listItem"), type(1, " BBB"), ["BBB"]],
  ["typing at the end of a block that is split", split(1, 3), type(1, " BBB"), ["BBB"]],
  ["typing at the start of a block that is split", split(1, 3), typeAtStart(1, "BBB "), ["BBB"]],
  ["turning the same block into a heading", heading(1), heading(1, 3), ["Second"]],
  ["turning the same block into a callout and a heading", wrap(1, "callout"), heading(1), ["Second"]],
  ["typing in a block that is removed", remove(1), type(1, " BBB"), [], ["BBB"]],
  ["typing in a block that is moved", move(1, 2), type(1, " BBB"), [], ["BBB"]],
  ["moving the same block", move(1, 2), move(1, 0), ["First", "Third"]],
  ["removing the same block", remove(1), remove(1), ["First", "Third"]],
  ["marking overlapping text", bold(1, 0, 4), bold(1, 2, 6, marks.italic), ["Second"]],
  ["marking text that is cut", bold(1, 0, 6), cut(1, 2, 4), ["Send"]],
  ["cutting overlapping text", cut(1, 0, 4), cut(1, 2, 6), ["First", "Third"]],
  ["pasting blocks at the same place", paste(0, "AAA", "PPP"), paste(0, "BBB"), ["AAA", "PPP", "BBB"]],
  ["splitting a block at the same place", split(1, 3), split(1, 3), ["Sec", "ond"]],
  ["setting the language while typing", language("ru"), type(2, " BBB"), ["BBB"]],
  ["typing in a quote that is lifted", lift(3), type(3, ""), ["Fourth"]],
];

const { open } = await startNewsroom();

const START = {
  format: "galley/1",
  doc: {
    type: "doc",
    content: [
      ...["First", "Second", "Third"].map((words) => paragraph(words).toJSON() as object),
      nodes.blockquote.create(null, paragraph("Fourth")).toJSON() as object,
    ],
  },
  assets: {},
};

async function play(name: string, one: Edit, other: Edit): Promise<string> {
  const send = editorOf(await open(name, { vms_json: START }));
  await heartbeat(send, "anna");
  const boris = await startWriter(send, "boris");
  const anna = await startWriter(send, "anna");
  anna.change(one);
  boris.change(other);
  await anna.sync();
  await boris.sync();
  await anna.sync();
  expect(boris.state.doc.toJSON()).toEqual(anna.state.doc.toJSON());
  boris.state.doc.check();
  return boris.text;
}

it.each(PAIRS)("merges %s", async (name, one, other, kept, lost = []) => {
  const results = [await play(`${name} 1`, one, other), await play(`${name} 2`, other, one)];
  for (const text of results) {
    for (const word of kept) expect(text.split(word), text).toHaveLength(2);
    // The tab of its author keeps lost text as unsaved changes.
    for (const word of lost) expect(text).not.toContain(word);
  }
});
