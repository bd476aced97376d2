import type { Node } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { differenceOf } from "../../../../server/article/compare/difference.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const WORDS = 50_000;

function article(words: number, perBlock: number, word: (index: number) => string): Node {
  const content = Array.from({ length: Math.ceil(words / perBlock) }, (_, block) => ({
    type: "paragraph",
    content: [
      {
        type: "text",
        text: Array.from({ length: perBlock }, (_each, index) => word(block * perBlock + index)).join(" "),
      },
    ],
  }));
  return articleSchema.nodeFromJSON({ type: "doc", content });
}

const plain = (index: number) => `word${index % 997}`;

// A comparison in quadratic time exceeds the timeout of the test.
describe.each([
  ["many short blocks", 5],
  ["ordinary paragraphs", 60],
  ["one huge block", WORDS],
])("the comparison of %s takes linear time", (_name, perBlock) => {
  it.each<[string, (index: number) => string]>([
    ["with every tenth word changed", (index) => (index % 10 === 0 ? `new${index}` : plain(index))],
    ["without a common word", (index) => `other${index}`],
    ["with the same words in another order", (index) => plain(index * 7919)],
  ])("%s", (_case, word) => {
    const { rows } = differenceOf(article(WORDS, perBlock, plain), article(WORDS, perBlock, word), String);
    expect(rows.length).toBeGreaterThan(0);
  });
});
