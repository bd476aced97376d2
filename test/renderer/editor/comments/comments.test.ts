import { expect, describe as group, it } from "vitest";
import { describe, locate, readText } from "../../../../renderer/editor/comments/anchors.ts";
import { awaitedAuthors, involves, waitsFor } from "../../../../renderer/editor/comments/comment-store.ts";
import type { CommentThread } from "../../../../server/contracts/comments-api.ts";
import { cpuSecondsOf } from "../../../support/proc.ts";
import { docWith, node, p } from "../article.ts";

const figure = (file: string) => node("figure", { file });
const read = (...blocks: object[]) => readText(docWith(...blocks));

const before = read(
  p("The harbour was built in 1890 by the town."),
  figure("crane-1a2b3c4d.jpg"),
  p("Ships came from far away, and the town grew with every one of them."),
  p("The old harbour is empty now. No one knows why the ships went away."),
);

/** The anchor of the nth occurrence of a text. */
function anchorOf(text: string, nth = 0) {
  let at = before.text.indexOf(text);
  for (let count = 0; count < nth; count += 1) at = before.text.indexOf(text, at + 1);
  return describe(before, "words", before.placeOf(at, at + text.length));
}
const textAt = (article: typeof before, anchor: ReturnType<typeof anchorOf>) => {
  const place = locate(article, anchor);
  return place === null ? null : article.doc.textBetween(place.from, place.to, "\n");
};

group("an anchor of text", () => {
  it("is located at its place, also if the text occurs twice", () => {
    const second = anchorOf("harbour", 1);
    expect(locate(before, second)).toEqual({ from: second.from, to: second.to });
  });

  it("is located after blocks were inserted before it, and in another block", () => {
    const after = read(
      p("A new beginning."),
      node("bulletList", node("listItem", p("The old harbour is empty now."))),
      p("The harbour was built in 1890 by the town."),
    );
    expect(locate(after, anchorOf("harbour", 1))?.from).toBe(after.placeOf(after.text.indexOf("harbour"), 40).from);
  });

  it("is located in slightly changed text, but not in different text", () => {
    const sentence = anchorOf("Ships came from far away, and the town grew");
    expect(textAt(read(p("Big ships came from very far away, and our town grew.")), sentence)).toContain(
      "came from very far away",
    );
    expect(locate(read(p("This is an entirely different sentence of the same length.")), sentence)).toBeNull();
  });

  it("is located, if short, only with matching text around it or if it is unique", () => {
    const short = anchorOf("town", 1);
    expect(textAt(read(p("One town.")), short)).toBe("town");
    expect(locate(read(p("One town."), p("Two towns.")), short)).toBeNull();
  });

  it("is located in full if it is longer than the stored text", () => {
    const long = read(p("a".repeat(400)), p("b".repeat(400)), p("c"));
    const anchor = describe(long, "words", { from: 3, to: 700 });
    const moved = read(p("new"), p("a".repeat(400)), p("b".repeat(400)), p("c"));
    expect(anchor.exact).toHaveLength(500);
    expect(locate(moved, anchor)).toEqual({ from: 8, to: 705 });
  });

  it("is searched quickly in a long article", async () => {
    const long = read(...Array.from({ length: 1_500 }, (_, at) => p(`${at} ${"lorem ipsum dolor ".repeat(10)}`)));
    const missing = { ...anchorOf("Ships came from far away, and the town grew"), exact: "Ships x".repeat(70) };
    expect(await cpuSecondsOf(() => expect(locate(long, missing)).toBeNull())).toBeLessThan(1.5);
  });
});

group("an anchor of a block", () => {
  const blockAnchor = (index: number) => {
    let from = 0;
    for (let at = 0; at < index; at += 1) from += before.doc.child(at).nodeSize;
    return describe(before, "block", { from, to: from + before.doc.child(index).nodeSize });
  };

  it("is located by its file, wherever the block was moved", () => {
    const after = read(p("One"), figure("other-1a2b3c4d.jpg"), figure("crane-1a2b3c4d.jpg"));
    expect(after.doc.nodeAt(locate(after, blockAnchor(1))?.from ?? -1)?.attrs.file).toBe("crane-1a2b3c4d.jpg");
    expect(locate(read(figure("other-1a2b3c4d.jpg")), blockAnchor(1))).toBeNull();
  });

  it("is located by the beginning of its text, also if the end was rewritten", () => {
    const after = read(p("New."), p("Ships came from far away, and the town grew with trade."));
    expect(locate(after, blockAnchor(2))?.from).toBe(6);
    expect(locate(read(p("New.")), blockAnchor(2))).toBeNull();
  });
});

const thread = (...entries: [author: string, text: string][]): CommentThread => ({
  id: "t",
  anchor: { kind: "words", block: "paragraph", file: "", exact: "x", prefix: "", suffix: "", from: 1, to: 2 },
  placed: null,
  changes: 1,
  resolved_at: null,
  resolved_by: null,
  comments: entries.map(([author, text], index) => ({
    id: `c${index}`,
    author,
    author_fixed: false,
    created_at: "",
    edited_at: null,
    text,
  })),
});

it("a reply waits for the author it replies to, a first comment for anyone", () => {
  expect(awaitedAuthors(thread(["Anna", "True?"]))).toEqual([]);
  expect(awaitedAuthors(thread(["Anna", "True?"], ["Ben", "Yes"]))).toEqual(["Anna"]);
  expect(awaitedAuthors(thread(["Anna", "True?"], ["Ben", "Yes"], ["Anna", "Sure?"]))).toEqual(["Ben"]);
  expect(awaitedAuthors(thread(["Anna", "True?"], ["Anna", "Anyone?"]))).toEqual([]);
  expect(awaitedAuthors({ ...thread(["Anna", "True?"], ["Ben", "Yes"]), resolved_at: "now" })).toEqual([]);
});

it("a mention waits for the person by name, first name or e-mail address", () => {
  expect(awaitedAuthors(thread(["Anna", "Ask @Clara, and @Дмитрий."]))).toEqual(["Clara", "Дмитрий"]);
  const responded = thread(["anna@example.org", "True?"], ["Ben Miller", "Ask @anna again"]);
  expect(awaitedAuthors(responded)).toEqual(["anna@example.org"]);
  expect(waitsFor(responded, "Anna@example.org")).toBe(true);
  expect(waitsFor(thread(["Anna", "@ben look"]), "Ben Miller")).toBe(true);
  expect(awaitedAuthors(thread(["Anna", "Write to desk@example.org"]))).toEqual([]);
});

it("involves authors and mentioned people only", () => {
  expect(involves(thread(["Anna", "x"], ["Ben", "y"]), "Ben")).toBe(true);
  expect(involves(thread(["Anna", "@Clara"]), "Clara")).toBe(true);
  expect(involves(thread(["Anna", "x"]), "Ben")).toBe(false);
  expect(involves(thread(["Anna", "x"]), "")).toBe(false);
});
