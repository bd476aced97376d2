import type { Node } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { differenceOf } from "../../../../server/article/compare/difference.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const WORDS = 10_000;
/** Of this process's own time: the machine may be busy with others. The target is 200 ms on a machine at rest. */
const LIMIT_MS = 600;

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

function millisecondsOf(mine: Node, theirs: Node): number {
  const before = process.cpuUsage();
  const { rows } = differenceOf(mine, theirs, String);
  const { user } = process.cpuUsage(before);
  expect(rows.length).toBeGreaterThan(0);
  return user / 1_000;
}

const plain = (index: number) => `word${index % 997}`;

describe.each([
  ["many short blocks", 5],
  ["ordinary paragraphs", 60],
  ["one block of everything", WORDS],
])("%s", (_name, perBlock) => {
  it.each<[string, (index: number) => string]>([
    ["every tenth word is new", (index) => (index % 10 === 0 ? `new${index}` : plain(index))],
    ["no word in common", (index) => `other${index}`],
    ["the same words in another order", (index) => plain(index * 7919)],
  ])("%s", (_case, word) => {
    const took = millisecondsOf(article(WORDS, perBlock, plain), article(WORDS, perBlock, word));
    expect(took).toBeLessThan(LIMIT_MS);
  });
});
