import { expect, describe as group, it } from "vitest";
import { describe, locate, readText } from "../../../../renderer/editor/comments/anchors.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { cpuSecondsOf } from "../../../support/cpu-time.ts";

const paragraph = (text: string) => ({
  type: "paragraph",
  ...(text === "" ? {} : { content: [{ type: "text", text }] }),
});
const figure = (file: string) => ({ type: "figure", attrs: { file, alt: "" } });
const read = (...blocks: object[]) => readText(articleSchema.nodeFromJSON({ type: "doc", content: blocks }));

const before = read(
  paragraph("The harbour was built in 1890 by the town."),
  figure("crane-1a2b3c4d.jpg"),
  paragraph("Ships came from far away, and the town grew with every one of them."),
  paragraph("The old harbour is empty now. Nobody knows why the ships went away."),
);

/** The anchor of words, by where they stand in the text. */
function anchorOf(words: string, nth = 0) {
  let at = before.text.indexOf(words);
  for (let count = 0; count < nth; count += 1) at = before.text.indexOf(words, at + 1);
  return describe(before, "words", before.placeOf(at, at + words.length));
}
const wordsAt = (article: typeof before, anchor: ReturnType<typeof anchorOf>) => {
  const place = locate(article, anchor);
  return place === null ? null : article.doc.textBetween(place.from, place.to, "\n");
};

group("words", () => {
  it("are found where they are, also when they stand there twice", () => {
    const second = anchorOf("harbour", 1);
    expect(locate(before, second)).toEqual({ from: second.from, to: second.to });
  });

  it("are found after blocks came in before them, and in another block than before", () => {
    const after = read(
      paragraph("A new beginning."),
      { type: "bulletList", content: [{ type: "listItem", content: [paragraph("The old harbour is empty now.")] }] },
      paragraph("The harbour was built in 1890 by the town."),
    );
    expect(locate(after, anchorOf("harbour", 1))?.from).toBe(after.placeOf(after.text.indexOf("harbour"), 40).from);
  });

  it("are found when they were changed a little, and not when others stand there", () => {
    const sentence = anchorOf("Ships came from far away, and the town grew");
    expect(wordsAt(read(paragraph("Big ships came from very far away, and our town grew.")), sentence)).toContain(
      "came from very far away",
    );
    expect(locate(read(paragraph("Something else entirely is told here, in as many words.")), sentence)).toBeNull();
  });

  it("that are short are found only with neighbours that fit, or where they are the only ones", () => {
    const short = anchorOf("town", 1);
    expect(wordsAt(read(paragraph("One town.")), short)).toBe("town");
    expect(locate(read(paragraph("One town."), paragraph("Two towns.")), short)).toBeNull();
  });

  it("over several blocks and longer than an anchor keeps are found whole", () => {
    const long = read(paragraph("a".repeat(400)), paragraph("b".repeat(400)), paragraph("c"));
    const anchor = describe(long, "words", { from: 3, to: 700 });
    const moved = read(paragraph("new"), paragraph("a".repeat(400)), paragraph("b".repeat(400)), paragraph("c"));
    expect(anchor.exact).toHaveLength(500);
    expect(locate(moved, anchor)).toEqual({ from: 8, to: 705 });
  });

  it("cost no more than a moment in a long article", () => {
    const long = read(
      ...Array.from({ length: 1_500 }, (_, at) => paragraph(`${at} ${"lorem ipsum dolor ".repeat(10)}`)),
    );
    const gone = { ...anchorOf("Ships came from far away, and the town grew"), exact: "Ships x".repeat(70) };
    expect(cpuSecondsOf(() => expect(locate(long, gone)).toBeNull())).toBeLessThan(1.5);
  });
});

group("blocks", () => {
  const blockAnchor = (index: number) => {
    let from = 0;
    for (let at = 0; at < index; at += 1) from += before.doc.child(at).nodeSize;
    return describe(before, "block", { from, to: from + before.doc.child(index).nodeSize });
  };

  it("are found by their file, wherever they were moved", () => {
    const after = read(paragraph("One"), figure("other-1a2b3c4d.jpg"), figure("crane-1a2b3c4d.jpg"));
    expect(after.doc.nodeAt(locate(after, blockAnchor(1))?.from ?? -1)?.attrs.file).toBe("crane-1a2b3c4d.jpg");
    expect(locate(read(figure("other-1a2b3c4d.jpg")), blockAnchor(1))).toBeNull();
  });

  it("are found by how their words begin, also where their end was rewritten", () => {
    const after = read(paragraph("New."), paragraph("Ships came from far away, and the town grew with trade."));
    expect(locate(after, blockAnchor(2))?.from).toBe(6);
    expect(locate(read(paragraph("New.")), blockAnchor(2))).toBeNull();
  });
});
