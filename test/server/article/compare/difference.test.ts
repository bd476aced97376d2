import type { Node } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { commonBlocks } from "../../../../server/article/compare/align.ts";
import { differenceOf } from "../../../../server/article/compare/difference.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { createChance } from "../../../support/chance.ts";

const p = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const doc = (content: object[]) => articleSchema.nodeFromJSON({ type: "doc", content });
const many = (count: number, block: (index: number) => object) =>
  doc(Array.from({ length: count }, (_, at) => block(at)));

function kindsOf(mine: ReturnType<typeof doc>, theirs: ReturnType<typeof doc>): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const { kind } of differenceOf(mine, theirs, String).rows) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

describe("the comparison of two long articles", () => {
  it("finds common blocks between a thousand rewritten ones", () => {
    const mine = many(10_000, (at) => p(`Words ${at}`));
    const theirs = many(10_000, (at) => p(at % 10 === 0 ? `Rewritten ${at}` : `Words ${at}`));
    expect(kindsOf(mine, theirs)).toEqual({ changed: 1_000, same: 9_000 });
  });

  it("finds blocks in the same order when all others were moved", () => {
    const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => p(`Words ${from + at}`));
    const mine = doc(words(0, 2_000));
    const theirs = doc([...words(400, 2_000).reverse(), ...words(0, 400)]);
    expect(kindsOf(mine, theirs)).toEqual({ moved: 1_600, same: 400 });
  });

  it("handles as many blocks as an article can have", () => {
    const rules = many(80_000, () => ({ type: "horizontalRule" }));
    const paragraphs = many(90_000, () => ({ type: "paragraph" }));
    expect(kindsOf(rules, paragraphs)).toEqual({ mine: 80_000, theirs: 90_000 });
  });
});

it("matches only equal blocks, each once and in order", () => {
  const random = createChance(20_261_122);
  for (let round = 0; round < 300; round++) {
    const [kinds, longest] = [random.below(30) + 1, round < 280 ? 40 : 2_000];
    const some = () =>
      Array.from({ length: random.below(longest) }, () => random.below(round % 2 === 0 ? kinds : 3_000));
    const [ours, others] = [some(), some()];
    let [i, j] = [-1, -1];
    for (const [mine, theirs] of commonBlocks(ours, others)) {
      expect(ours[mine]).toBe(others[theirs]);
      expect(mine > i && theirs > j && mine < ours.length && theirs < others.length).toBe(true);
      [i, j] = [mine, theirs];
    }
  }
});

const WORDS = 50_000;

function article(words: number, perBlock: number, word: (index: number) => string): Node {
  return many(Math.ceil(words / perBlock), (block) =>
    p(Array.from({ length: perBlock }, (_, index) => word(block * perBlock + index)).join(" ")),
  );
}

const plain = (index: number) => `word${index % 997}`;

// A comparison in quadratic time exceeds the timeout of the test.
describe.each([
  ["many short blocks", 5],
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
