import type { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { takeBlock } from "../../../../renderer/editor/history/Compared.tsx";
import { comparedBlock } from "../../../../server/article/compare/compared-block.ts";
import { type DifferenceRow, differenceOf, isOnlyForm } from "../../../../server/article/compare/difference.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const p = (text: string) => ({ type: "paragraph", ...(text === "" ? {} : { content: [{ type: "text", text }] }) });
const h = (text: string) => ({ type: "heading", content: [{ type: "text", text }] });
const figure = (file: string, alt = "", caption = "") => ({ ...p(caption), type: "figure", attrs: { file, alt } });
const doc = (...content: object[]): Node => articleSchema.nodeFromJSON({ type: "doc", content });
const compare = (mine: Node, theirs: Node) => differenceOf(mine, theirs, (attribute) => attribute);

/** A row as "kind: text", gone words in [-…-], new ones in {+…+}, spaces as they are in theirs. */
const told = ({ kind, runs }: DifferenceRow) =>
  `${kind}: ${runs.map((run) => (run.kind === "same" ? run.theirs : run.kind === "gone" ? `[-${run.mine}-]` : `{+${run.theirs}+}`)).join("")}`;
const side = ({ runs }: DifferenceRow, which: "mine" | "theirs") => runs.map((run) => run[which]).join("");

describe("block by block", () => {
  it("tells words inside a changed block, in any script", () => {
    const rows = compare(
      doc(h("Мост открыт"), p("Сегодня мэр города открыл новый мост."), p("Constant.")),
      doc(h("Мост открыт"), p("Вчера мэр города открыл старый мост."), p("Constant.")),
    ).rows.map(told);
    expect(rows).toEqual([
      "same: Мост открыт",
      "changed: [-Сегодня -]{+Вчера +}мэр города открыл [-новый -]{+старый +}мост.",
      "same: Constant.",
    ]);
  });

  it("does not take a new block for a changed one", () => {
    const rows = compare(
      doc(p("The bridge is open since noon.")),
      doc(p("Rain is expected tomorrow."), p("The bridge is open since one.")),
    ).rows;
    expect(rows.map(told)).toEqual([
      "theirs: {+Rain is expected tomorrow.+}",
      "changed: The bridge is open since [-noon-]{+one+}.",
    ]);
    expect(rows[0]?.mineAt).toBe(0);
  });

  it("knows a picture by its file, and tells its description", () => {
    const [row] = compare(doc(figure("dawn.jpg")), doc(figure("dawn.jpg", "The harbour at dawn"))).rows;
    expect(row && told(row)).toContain("{+\nalt: The harbour at dawn+}");
  });

  it("knows a picture that was cropped meanwhile by what it was cropped from", () => {
    const crop = { file: "dawn.jpg", turn: 0, x: 10, y: 0, width: 300, height: 200 };
    const cut = { ...figure("dawn-cut.jpg"), attrs: { file: "dawn-cut.jpg", crop } };
    const shown = (theirs: object) =>
      compare(doc(figure("dawn.jpg")), doc(theirs)).rows.map((row) => {
        const { kind, other_pictures, to } = comparedBlock(row, doc(figure("dawn.jpg")));
        return [kind, other_pictures, to?.pictures[0]?.only_here];
      });
    expect(shown(cut)).toEqual([["changed", false, false]]);
    expect(shown(figure("dusk.jpg"))).toEqual([["changed", true, true]]);
  });

  it("does not take the last word for a changed one where a sentence goes on", () => {
    const [row] = compare(doc(p("The bridge is open")), doc(p("The bridge is open again"))).rows;
    expect(row && told(row)).toBe("changed: The bridge is open {+again+}");
    const [back] = compare(doc(p("The bridge is open again")), doc(p("The bridge is open"))).rows;
    expect(back && told(back)).toBe("changed: The bridge is open[-again-]");
  });

  it("tells an empty line that got words as one change, where no other line is nearer", () => {
    expect(compare(doc(p("One."), p("")), doc(p("One."), p("Two."))).rows.map(told)).toEqual([
      "same: One.",
      "changed: {+Two.+}",
    ]);
    const rows = compare(doc(p(""), p("The bridge is open.")), doc(p("The bridge is open again."))).rows;
    expect(rows.map(({ kind }) => kind)).toEqual(["mine", "changed"]);
  });

  it("shows either side as it is written, to the last space", () => {
    const bridges = ["The bridge is open.", "The bridge is open at last.", "«Мост»,открыт  ,уже ."];
    const texts = [...bridges, " a b\u00a0c", "a  b c"];
    for (const mine of texts)
      for (const theirs of texts) {
        const { rows } = compare(doc(p(mine)), doc(p(theirs)));
        expect(rows.map((row) => side(row, "mine")).join("")).toBe(mine);
        expect(rows.map((row) => side(row, "theirs")).join("")).toBe(theirs);
      }
  });

  it("says where only the form differs", () => {
    const bold = { type: "paragraph", content: [{ type: "text", text: "Words", marks: [{ type: "bold" }] }] };
    const { rows, changes } = compare(doc(p("Words")), doc(bold));
    expect(changes).toBe(1);
    expect(rows.map(isOnlyForm)).toEqual([true]);
  });

  it("tells a block that stands at another place once, as moved, and pictures that changed places too", () => {
    const moved = compare(
      doc(p("First of all"), p("Then the rest"), p("The end of it")),
      doc(p("Then the rest"), p("The end of it"), p("First of all")),
    );
    expect(moved.rows.map(told)).toEqual(["same: Then the rest", "same: The end of it", "moved: First of all"]);
    expect(moved.changes).toBe(1);
    expect(moved.rows[2]).toMatchObject({ movedFrom: 0, mineAt: 3 });
    const swapped = compare(
      doc(figure("a.jpg"), p("Between them"), figure("b.jpg")),
      doc(figure("b.jpg"), p("Between them"), figure("a.jpg")),
    );
    expect(swapped.rows.map(({ kind }) => kind).toSorted()).toEqual(["moved", "moved", "same"]);
  });

  it("does not call an empty line moved", () => {
    const kinds = compare(doc(p(""), p("Words here")), doc(p("Words here"), p(""))).rows.map(({ kind }) => kind);
    expect(kinds).not.toContain("moved");
  });

  it("finds nothing between equal articles", () => {
    expect(compare(doc(p("a"), p("")), doc(p("a"), p(""))).changes).toBe(0);
  });
});

describe("taking over", () => {
  /** Takes the rows of theirs one after another, each from a fresh difference, until nothing differs. */
  function takeAll(mine: Node, theirs: Node): Node {
    let current = mine;
    for (let step = 0; step < 100; step++) {
      const row = compare(current, theirs).rows.findLast(({ kind }) => kind !== "same");
      if (row === undefined) return current;
      current = takeBlock(EditorState.create({ doc: current }).tr, row).doc;
    }
    throw new Error("the difference does not end");
  }

  it.each<[string, Node, Node]>([
    ["changed", doc(p("One two three four")), doc(p("One two four four"))],
    ["put in between", doc(p("a b c"), p("x y z")), doc(p("a b c"), h("Between"), p("x y z"))],
    ["taken out", doc(p("a b c"), figure("a.jpg"), p("x y z")), doc(p("a b c"), p("x y z"))],
    ["moved", doc(p("a b c"), p("d e f"), p("g h i")), doc(p("g h i"), p("a b c"), p("d e f"))],
    [
      "moved and changed all over",
      doc(p("a b c"), figure("a.jpg"), p(""), p("d e f"), p("g h i"), p("k l m")),
      doc(p("k l m"), p("g h i x"), p(""), p("a b c"), p("new one"), figure("a.jpg"), p("d e f")),
    ],
    ["nothing alike", doc(p("a"), p("b")), doc(figure("c.jpg", "d", "e"))],
    ["nothing left", doc(figure("a.jpg")), doc(p(""))],
  ])("every block, one by one, makes mine theirs: %s", (_name, mine, theirs) => {
    expect(takeAll(mine, theirs).toJSON()).toEqual(theirs.toJSON());
  });

  it("of one block leaves the others alone", () => {
    const mine = doc(p("Anna wrote this first."), p("The end is mine."));
    const theirs = doc(p("Ben wrote this first."), p("The end is Ben’s."));
    const row = compare(mine, theirs).rows[1];
    if (row === undefined) throw new Error("no row");
    const { doc: merged } = takeBlock(EditorState.create({ doc: mine }).tr, row);
    expect(merged.toJSON()).toEqual(doc(p("Anna wrote this first."), p("The end is Ben’s.")).toJSON());
  });
});
