import type { Editor, KeyboardShortcutCommand } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import {
  addColumn,
  leaveEmptyColumn,
  removeColumn,
} from "../../../../../renderer/editor/article/commands/column-changes.ts";
import {
  exitBlock,
  exitOnEnter,
  selectBlockBefore,
} from "../../../../../renderer/editor/article/commands/exit-block.ts";
import { lineKeys } from "../../../../../renderer/editor/article/nodes/block-keys.ts";
import { detailsKeys } from "../../../../../renderer/editor/article/nodes/simple-blocks.ts";
import { removeColumns, removeRows } from "../../../../../renderer/editor/article/table/table-editing.ts";
import { editorOf, faultOf, lineOf, node, p, select } from "../../article.ts";

/** Puts the cursor into the n-th empty paragraph. */
function selectEmpty(editor: Editor, which = 0): void {
  let left = which;
  let found = -1;
  editor.state.doc.descendants((each, position) => {
    if (found < 0 && each.type.name === "paragraph" && each.content.size === 0 && left-- === 0) found = position + 1;
  });
  editor.commands.setTextSelection(found);
}

const press = (editor: Editor, key: KeyboardShortcutCommand | undefined) => key?.({ editor });

const columns = (...texts: string[]) => node("columns", ...texts.map((text) => node("column", p(text))));
const details = node("details", node("detailsSummary", "why"), node("detailsContent", p("so"), p("")));
const table = node(
  "table",
  node("tableRow", node("tableCell", p("a")), node("tableCell", p("b"))),
  node("tableRow", node("tableCell", p("c")), node("tableCell", p("d"))),
);

describe("Mod+Enter puts a paragraph after the block", () => {
  it.each([
    [node("callout", p("word")), "callout(paragraph(word)) paragraph(|) paragraph(end)"],
    [node("callout", node("pullQuote", "word")), "callout(pullQuote(word) paragraph(|)) paragraph(end)"],
    [columns("word", "x"), "columns(column(paragraph(word)) column(paragraph(x))) paragraph(|) paragraph(end)"],
    [
      node("table", node("tableRow", node("tableCell", p("word")))),
      "table(tableRow(tableCell(paragraph(word)))) paragraph(|) paragraph(end)",
    ],
    [
      node("details", node("detailsSummary", "word"), node("detailsContent", p("x"))),
      "details(detailsSummary(word) detailsContent(paragraph(x))) paragraph(|) paragraph(end)",
    ],
    [node("codeBlock", "word"), "codeBlock(word) paragraph(|) paragraph(end)"],
    [p("word"), "paragraph(word) paragraph(|) paragraph(end)"],
  ])("%#", (block, line) => {
    const editor = editorOf(block, p("end"));
    select(editor, "word", 2);
    expect(exitBlock(editor)).toBe(true);
    expect(lineOf(editor)).toBe(line);
    expect(faultOf(editor)).toBeNull();
  });
});

describe("Enter in an empty paragraph", () => {
  it("leaves a wrapper from its last one", () => {
    for (const [block, line] of [
      [node("callout", p("one"), p("")), "callout(paragraph(one)) paragraph(|)"],
      [details, "details(detailsSummary(why) detailsContent(paragraph(so))) paragraph(|)"],
      [
        node("columns", node("column", p("one"), p("")), node("column", p("x"))),
        "columns(column(paragraph(one)) column(paragraph(x))) paragraph(|)",
      ],
    ] as const) {
      const editor = editorOf(block);
      selectEmpty(editor);
      expect(exitOnEnter(editor)).toBe(true);
      expect(lineOf(editor)).toBe(line);
    }
  });

  it("never splits a callout, and ignores other paragraphs", () => {
    const editor = editorOf(node("callout", p("one"), p(""), p("two")));
    selectEmpty(editor);
    exitOnEnter(editor);
    expect(lineOf(editor)).toBe("callout(paragraph(one) paragraph() paragraph(|) paragraph(two))");
    select(editor, "two");
    expect(exitOnEnter(editor)).toBe(false);
  });
});

describe("Backspace at the start", () => {
  it("of a summary unwraps the block without loss", () => {
    const editor = editorOf(details, p("end"));
    select(editor, "why");
    press(editor, detailsKeys(editor).Backspace);
    expect(lineOf(editor)).toBe("paragraph(|why) paragraph(so) paragraph() paragraph(end)");
    editor.commands.undo();
    select(editor, "why", 1);
    expect(press(editor, detailsKeys(editor).Backspace)).toBe(false);
  });

  it("of an empty summary leaves an empty paragraph", () => {
    const editor = editorOf(node("details", node("detailsSummary"), node("detailsContent", p(""))));
    editor.commands.setTextSelection(2);
    press(editor, detailsKeys(editor).Backspace);
    expect(lineOf(editor)).toBe("paragraph(|)");
  });

  it("of a pull quote or a button makes it a paragraph", () => {
    const editor = editorOf(node("pullQuote", "said", { source: "Anna" }));
    select(editor, "said");
    press(editor, lineKeys(editor, "pullQuote").Backspace);
    expect(lineOf(editor)).toBe("paragraph(|said) paragraph(Anna)");
  });
});

it("Enter goes from a summary into the content, and leaves a pull quote", () => {
  const editor = editorOf(details, node("pullQuote", "said"));
  select(editor, "why", 1);
  press(editor, detailsKeys(editor).Enter);
  expect(lineOf(editor)).toContain("detailsContent(paragraph(|so) paragraph())");
  select(editor, "said", 4);
  press(editor, lineKeys(editor, "pullQuote").Enter);
  expect(lineOf(editor)).toMatch(/pullQuote\(said\) paragraph\(\|\)$/);
  select(editor, "said", 2);
  press(editor, lineKeys(editor, "pullQuote").Enter);
  expect(lineOf(editor)).toContain("pullQuote(sahardBreak|id)");
});

describe("columns", () => {
  it("are added up to four; the text of a removed one moves to its neighbour", () => {
    const editor = editorOf(columns("one", "two"));
    select(editor, "two", 1);
    addColumn(editor);
    addColumn(editor);
    expect(addColumn(editor)).toBe(false);
    expect(lineOf(editor)).toBe(
      "columns(column(paragraph(one)) column(paragraph(two)) column(paragraph()) column(paragraph(|)))",
    );
    expect(leaveEmptyColumn(editor)).toBe(true);
    expect(leaveEmptyColumn(editor)).toBe(true);
    expect(lineOf(editor)).toBe("columns(column(paragraph(one)) column(paragraph(two|)))");
    select(editor, "one", 1);
    expect(removeColumn(editor)).toBe(true);
    expect(lineOf(editor)).toBe("paragraph(o|ne) paragraph(two)");
  });

  it("the text of a removed middle one follows the text before it", () => {
    const editor = editorOf(columns("one", "two", "three"));
    select(editor, "two", 1);
    removeColumn(editor);
    expect(lineOf(editor)).toBe("columns(column(paragraph(one) paragraph(t|wo)) column(paragraph(three)))");
    expect(faultOf(editor)).toBeNull();
  });
});

describe("tables", () => {
  it("removes a row or column and keeps the cursor; the last one removes the table", () => {
    const editor = editorOf(table);
    select(editor, "d");
    removeRows(editor);
    expect(lineOf(editor)).toBe("table(tableRow(tableCell(paragraph(a)) tableCell(paragraph(|b))))");
    removeColumns(editor);
    expect(lineOf(editor)).toBe("table(tableRow(tableCell(paragraph(|a))))");
    removeRows(editor);
    expect(lineOf(editor)).toBe("paragraph(|)");
  });
});

describe("Backspace at the start of a line after another kind of block", () => {
  const blocks = [
    node("button", "press"),
    node("pullQuote", "said"),
    node("codeBlock", "a = 1"),
    node("callout", p("note")),
    node("customContainer", p("box")),
    node("details", node("detailsSummary", "why"), node("detailsContent", p("so"))),
    columns("left", "right"),
  ];
  it.each(blocks.map((block) => [block.type, block] as const))("selects the block: %s", (type, block) => {
    for (const line of [p("after"), node("heading", "after", { level: 2 })]) {
      const editor = editorOf(block, line);
      const before = editor.getJSON();
      select(editor, "after");
      expect(selectBlockBefore(editor)).toBe(true);
      expect(editor.state.selection).toMatchObject({ from: 0, node: { type: { name: type } } });
      expect(editor.getJSON()).toEqual(before);
    }
  });

  it("removes the line where it is empty", () => {
    const editor = editorOf(node("button", "press"), p(""));
    selectEmpty(editor);
    expect(selectBlockBefore(editor)).toBe(true);
    expect(lineOf(editor)).toBe("button(press)");
    expect(editor.state.selection).toMatchObject({ from: 0, node: { type: { name: "button" } } });
  });

  it("does nothing inside a line, after plain lines, and at the start of a block's own text", () => {
    for (const [content, text, offset] of [
      [[node("button", "press"), p("after")], "after", 1],
      [[p("one"), p("after")], "after", 0],
      [[node("blockquote", p("one")), p("after")], "after", 0],
      [[node("button", "press"), node("callout", p("note"))], "note", 0],
      [[node("callout", p("one")), node("bulletList", node("listItem", p("item")))], "item", 0],
      [[node("button", "press"), node("pullQuote", "said")], "said", 0],
    ] as const) {
      const editor = editorOf(...content);
      select(editor, text, offset);
      expect(selectBlockBefore(editor), JSON.stringify(content)).toBe(false);
    }
  });
});
