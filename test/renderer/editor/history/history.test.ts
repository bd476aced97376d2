import type { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { takeBlock } from "../../../../renderer/editor/history/Compared.tsx";
import { createVersions, newerVersion } from "../../../../renderer/editor/history/versions.ts";
import { comparedBlock } from "../../../../server/article/compare/compared-block.ts";
import { type DifferenceRow, differenceOf, isOnlyForm } from "../../../../server/article/compare/difference.ts";
import { docWith as doc, node, p } from "../article.ts";
import { deliveryView, versionView } from "../support.ts";

const h = (text: string) => node("heading", text);
const figure = (file: string, alt = "", caption = "") => node("figure", caption, { file, alt });
const compare = (mine: Node, theirs: Node) => differenceOf(mine, theirs, (attribute) => attribute);

/** A row as "kind: text", with removed text in [-…-] and added text in {+…+}. */
const summaryOf = ({ kind, runs }: DifferenceRow) =>
  `${kind}: ${runs.map((run) => (run.kind === "same" ? run.theirs : run.kind === "gone" ? `[-${run.mine}-]` : `{+${run.theirs}+}`)).join("")}`;
const side = ({ runs }: DifferenceRow, which: "mine" | "theirs") => runs.map((run) => run[which]).join("");

describe("differenceOf", () => {
  const bold = node("paragraph", { type: "text", text: "Words", marks: [{ type: "bold" }] });
  const [open, again] = [doc(p("The bridge is open")), doc(p("The bridge is open again"))];

  it.each<[string, Node, Node, string[]]>([
    [
      "changed words inside a block, in any script",
      doc(h("Мост открыт"), p("Сегодня мэр города открыл новый мост.")),
      doc(h("Мост открыт"), p("Вчера мэр города открыл старый мост.")),
      ["same: Мост открыт", "changed: [-Сегодня -]{+Вчера +}мэр города открыл [-новый -]{+старый +}мост."],
    ],
    [
      "a new block separately from a changed one",
      doc(p("The bridge is open since noon.")),
      doc(p("Rain is expected tomorrow."), p("The bridge is open since one.")),
      ["theirs: {+Rain is expected tomorrow.+}", "changed: The bridge is open since [-noon-]{+one+}."],
    ],
    [
      "a changed description of the same picture",
      doc(figure("dawn.jpg")),
      doc(figure("dawn.jpg", "The harbour at dawn")),
      ["changed: file: dawn.jpg{+\nalt: The harbour at dawn+}"],
    ],
    ["an addition to a sentence", open, again, ["changed: The bridge is open {+again+}"]],
    ["a removal from a sentence", again, open, ["changed: The bridge is open[-again-]"]],
    [
      "text in a formerly empty line as one change",
      doc(p("One."), p("")),
      doc(p("One."), p("Two.")),
      ["same: One.", "changed: {+Two.+}"],
    ],
    [
      "a removed empty line separately from a similar line",
      doc(p(""), p("The bridge is open.")),
      doc(p("The bridge is open again.")),
      ["mine: ", "changed: The bridge is open {+again+}."],
    ],
    [
      "a block at another place as moved",
      doc(p("First of all"), p("Then the rest"), p("The end of it")),
      doc(p("Then the rest"), p("The end of it"), p("First of all")),
      ["same: Then the rest", "same: The end of it", "moved: First of all"],
    ],
    ["no changes between equal articles", doc(p("a"), p("")), doc(p("a"), p("")), ["same: a", "same: "]],
  ])("shows %s", (_, mine, theirs, rows) => {
    const found = compare(mine, theirs);
    expect(found.rows.map(summaryOf)).toEqual(rows);
    expect(found.changes).toBe(rows.filter((row) => !row.startsWith("same")).length);
  });

  it("identifies a cropped picture by its original", () => {
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

  it("preserves the exact text of both sides, including spaces", () => {
    const bridges = ["The bridge is open.", "The bridge is open at last.", "«Мост»,открыт  ,уже ."];
    const texts = [...bridges, " a b\u00a0c", "a  b c"];
    for (const mine of texts)
      for (const theirs of texts) {
        const { rows } = compare(doc(p(mine)), doc(p(theirs)));
        expect(rows.map((row) => side(row, "mine")).join("")).toBe(mine);
        expect(rows.map((row) => side(row, "theirs")).join("")).toBe(theirs);
      }
  });

  it("recognises changes of only the formatting, and moved blocks except empty lines", () => {
    expect(compare(doc(p("Words")), doc(bold)).rows.map(isOnlyForm)).toEqual([true]);
    const kinds = (mine: Node, theirs: Node) => compare(mine, theirs).rows.map(({ kind }) => kind);
    const swapped = [figure("a.jpg"), p("Between them"), figure("b.jpg")];
    expect(kinds(doc(...swapped), doc(...swapped.toReversed())).toSorted()).toEqual(["moved", "moved", "same"]);
    expect(kinds(doc(p(""), p("Words here")), doc(p("Words here"), p("")))).not.toContain("moved");
    const [, , moved] = compare(doc(p("a b c"), p("d e f"), p("g h i")), doc(p("d e f"), p("g h i"), p("a b c"))).rows;
    expect(moved).toMatchObject({ movedFrom: 0, mineAt: 3 });
  });
});

describe("takeBlock", () => {
  /** Copies the differing rows one at a time, with a new difference each time, until nothing differs. */
  function takeAll(mine: Node, theirs: Node): Node {
    let current = mine;
    for (let step = 0; step < 100; step++) {
      const row = compare(current, theirs).rows.findLast(({ kind }) => kind !== "same");
      if (row === undefined) return current;
      current = takeBlock(EditorState.create({ doc: current }).tr, row).doc;
    }
    throw new Error("The difference does not shrink.");
  }

  it.each<[string, Node, Node]>([
    ["a changed block", doc(p("One two three four")), doc(p("One two four four"))],
    ["an inserted block", doc(p("a b c"), p("x y z")), doc(p("a b c"), h("Between"), p("x y z"))],
    ["a removed block", doc(p("a b c"), figure("a.jpg"), p("x y z")), doc(p("a b c"), p("x y z"))],
    ["a moved block", doc(p("a b c"), p("d e f"), p("g h i")), doc(p("g h i"), p("a b c"), p("d e f"))],
    [
      "many moves and changes",
      doc(p("a b c"), figure("a.jpg"), p(""), p("d e f"), p("g h i"), p("k l m")),
      doc(p("k l m"), p("g h i x"), p(""), p("a b c"), p("new one"), figure("a.jpg"), p("d e f")),
    ],
    ["no similar blocks", doc(p("a"), p("b")), doc(figure("c.jpg", "d", "e"))],
    ["only one empty block", doc(figure("a.jpg")), doc(p(""))],
  ])("copies all rows until both articles are equal: %s", (_name, mine, theirs) => {
    expect(takeAll(mine, theirs).toJSON()).toEqual(theirs.toJSON());
  });

  it("copies one block without changing the others", () => {
    const mine = doc(p("Anna wrote this first."), p("The end is Anna’s."));
    const theirs = doc(p("Ben wrote this first."), p("The end is Ben’s."));
    const row = compare(mine, theirs).rows[1];
    if (row === undefined) throw new Error("no row");
    const { doc: merged } = takeBlock(EditorState.create({ doc: mine }).tr, row);
    expect(merged.toJSON()).toEqual(doc(p("Anna wrote this first."), p("The end is Ben’s.")).toJSON());
  });
});

it("applies a delivery event that arrives before its version", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 2 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("does not overwrite a version from an event with the response to the save", () => {
  const book = createVersions([]);
  book.applyVersion(versionView(1, { size: 500 }));
  book.saved({ number: 1, version_id: "v1", delivery_id: "d1", created_at: "2026-11-20T14:02:00Z" }, "anna");
  expect(book.find(1)?.size).toBe(500);
});

it("lists the newest version first, as the only current one", () => {
  const book = createVersions([versionView(2), versionView(1, { current: false })]);
  book.saved({ number: 3, version_id: "v3", delivery_id: "d3", created_at: "2026-11-20T14:02:00Z" }, null);
  const known = book.list.get().map(({ number, current }) => `${number} ${current}`);
  expect(known).toEqual(["3 true", "2 false", "1 false"]);
});

it("removes versions that a new list does not contain", () => {
  const book = createVersions([versionView(1), versionView(2)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 2 });
  book.replace([versionView(2, { delivery: deliveryView({ state: "delivered" }) })], book.updateCount());
  expect(book.list.get().map(({ number }) => number)).toEqual([2]);
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("keeps events that arrived after the list was requested", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 1 });
  const countBefore = book.updateCount();
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 1 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  book.replace([versionView(1, { delivery: deliveryView({ state: "sending" }) })], countBefore);
  const states = book.list.get().map(({ number, delivery }) => `${number} ${delivery?.state}`);
  expect(states).toEqual(["2 pending", "1 delivered"]);
});

it("finds a version newer than the base version", () => {
  expect(newerVersion([versionView(4), versionView(3)], 3)?.number).toBe(4);
  expect(newerVersion([versionView(3)], 3)).toBeNull();
  expect(newerVersion([], null)).toBeNull();
  expect(newerVersion([versionView(1)], null)?.number).toBe(1);
});
