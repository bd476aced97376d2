import { EditorState, type Transaction } from "prosemirror-state";
import { expect, it } from "vitest";
import { createOwnText } from "../../../../renderer/editor/collaboration/own-text.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const { nodes } = articleSchema;
const start = () =>
  EditorState.create({
    doc: nodes.doc.create(null, [nodes.paragraph.create(null, articleSchema.text("First")), nodes.paragraph.create()]),
  });

let now = 0;
function typist() {
  const own = createOwnText(() => now);
  let state = start();
  const apply = (tr: Transaction) => {
    state = state.apply(tr);
    return tr;
  };
  return {
    type(text: string, at: number) {
      [...text].forEach((letter, index) => void own.typed(apply(state.tr.insertText(letter, at + index))));
    },
    /** Applies a change by another tab. @returns whether own text is lost */
    other(make: (tr: Transaction) => Transaction, unconfirmed = false): boolean {
      const before = state.doc;
      return own.received(apply(make(state.tr)), before, unconfirmed);
    },
  };
}

it("detects own text that another tab deletes fully or in part", () => {
  const anna = typist();
  anna.type("typed", 8);
  expect(anna.other((tr) => tr.delete(1, 3))).toBe(false);
  expect(anna.other((tr) => tr.delete(8, 10))).toBe(true);
});

it("ignores text of others inside own text, and a deletion before it", () => {
  const anna = typist();
  anna.type("typed", 8);
  expect(anna.other((tr) => tr.insertText("BBB", 10))).toBe(false);
  expect(anna.other((tr) => tr.delete(0, 7))).toBe(false);
});

it("forgets stored text after five seconds", () => {
  now = 0;
  const anna = typist();
  anna.type("typed", 8);
  now = 6_000;
  expect(anna.other((tr) => tr.insertText("x", 1), true)).toBe(false);
  expect(anna.other((tr) => tr.delete(9, 11), true)).toBe(true);
  expect(anna.other((tr) => tr.delete(9, 10))).toBe(false);
});
