import type { Node } from "@tiptap/pm/model";
import { describe, expect, it, test } from "vitest";
import { entryAt, readOutline } from "../../../../renderer/editor/outline/read-outline.ts";
import { dropPlaces, moveSection, nextGap, sectionAt } from "../../../../renderer/editor/outline/sections.ts";
import { createWordCounter } from "../../../../renderer/editor/writing/counts/count-words.ts";
import { editorOf, node, p } from "../article.ts";

const heading = (level: number, text: string) => node("heading", text, { level });
const figure = (caption: string) => node("figure", caption, { file: "a.png", alt: "described" });
const count = createWordCounter("en");
const read = (doc: Node, comments: Parameters<typeof readOutline>[1] = []) =>
  readOutline(doc, comments, (block) => count(block).words);

/** The texts of the top-level blocks. */
const blocks = (doc: Node) => doc.children.map((block) => block.textContent).join(" ");

const ARTICLE = [
  ...[p("lead"), heading(2, "A"), p("a"), heading(3, "A1"), p("a1"), heading(3, "A2")],
  ...[heading(2, "B"), p("b"), heading(4, "B1"), p("b1"), heading(2, "C"), figure("picture")],
];

const editor = editorOf(...ARTICLE);
const { doc } = editor.state;
const entryOf = (name: string, within: Node = doc) => {
  const found = read(within).find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`The outline has no entry ${name}.`);
  return found;
};

/** The article after Alt with an arrow on this entry; null if nothing moves. */
function pressed(name: string, direction: -1 | 1): string | null {
  const section = sectionAt(doc, entryOf(name).from);
  const gap = section === null ? null : nextGap(section, direction);
  return section === null || gap === null ? null : blocks(moveSection(editor.state, section, gap).tr.doc);
}

test("nests headings by level, also a skipped one, and counts the words of sections", () => {
  const lines = read(doc).map(({ depth, name, words }) => `${depth} ${name} ${words}`);
  expect(lines.join(", ")).toBe("1 A 5, 2 A1 2, 2 A2 1, 1 B 4, 2 B1 2, 1 C 2, 2 picture 0");
});

test("names blocks by text or attributes, nests containers and lists comments", () => {
  const made = editorOf(
    heading(2, ""),
    node("gallery", figure("x"), figure("y")),
    node("customContainer", { definition: { name: "Ad" } }, p("inside"), figure("")),
    node("columns", node("column", heading(2, "Left"), p("text")), node("column", p("right"))),
    node("table", node("tableRow", node("tableHeader", p("Year")), node("tableHeader", p("Ships")))),
  ).state.doc;
  const from = 4 + (read(made).find(({ kind }) => kind === "table")?.from ?? 0);
  const comment = { id: "1", from, to: from + 4, author: "anna", text: "Which one?" };
  expect(
    read(made, [comment]).map(({ depth, kind, name, count, file }) => `${depth} ${kind} ${name}${count || ""}${file}`),
  ).toEqual([
    "1 heading ",
    "2 gallery 2a.png",
    "2 customContainer Ad",
    "3 figure describeda.png",
    "2 heading Left",
    "2 table Year Ships",
    "2 comment anna: Which one?",
  ]);
});

describe("Alt with an arrow moves a heading with its section", () => {
  it.each([
    ["B", -1, "lead B b B1 b1 A a A1 a1 A2 C picture"],
    ["A", 1, "lead B b B1 b1 A a A1 a1 A2 C picture"],
    ["A", -1, null],
    ["C", 1, null],
    ["A1", 1, "lead A a A2 A1 a1 B b B1 b1 C picture"],
    // Moves to the end of the next section, so that no text changes its heading.
    ["A2", 1, "lead A a A1 a1 B b B1 b1 A2 C picture"],
    ["A1", -1, "lead A1 a1 A a A2 B b B1 b1 C picture"],
    ["picture", -1, "lead A a A1 a1 A2 B b B1 b1 picture C"],
    ["picture", 1, null],
  ] as const)("%s by %i: %s", (name, direction, after) => {
    expect(pressed(name, direction)).toBe(after);
  });
});

test("drops a section only between sections, and a picture also below a heading", () => {
  const entries = read(doc);
  const at = (name: string) =>
    dropPlaces(doc, entries, entryOf(name)).map(({ row, side }) => `${side} ${entries[row]?.name}`);
  expect(at("A")).toEqual(["above C", "below picture"]);
  expect(at("B1")).toEqual(["above A", "above A1", "above A2", "above B", "below picture"]);
  expect(at("picture")).toEqual([
    ...["above A", "below A", "above A1", "below A1", "above A2", "below A2", "above B", "below B"],
    ...["above B1", "below B1", "above C"],
  ]);
});

test("keeps the cursor in the moved text, and undoes a move in one step", () => {
  const moving = editorOf(...ARTICLE);
  const from = entryOf("B").from;
  moving.commands.setTextSelection(from + 5);
  const section = sectionAt(moving.state.doc, from);
  if (section === null) throw new Error("The section cannot be moved.");
  const { tr, position } = moveSection(moving.state, section, entryOf("A").from);
  moving.view.dispatch(tr);
  expect(moving.state.selection.head).toBe(position + 5);
  moving.commands.undo();
  expect(moving.getJSON()).toEqual(editor.getJSON());
});

test("finds the block at a position, or the last heading above it", () => {
  const entries = read(doc);
  const nameAt = (position: number) => entries[entryAt(entries, position)]?.name;
  expect(nameAt(1)).toBeUndefined();
  expect(nameAt(entryOf("A2").from)).toBe("A2");
  expect(nameAt(entryOf("B1").to + 1)).toBe("B1");
  expect(nameAt(entryOf("picture").from + 1)).toBe("picture");
});
