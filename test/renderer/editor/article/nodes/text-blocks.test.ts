import { expect, it } from "vitest";
import { fieldWriter } from "../../../../../renderer/editor/article/nodes/panels/panel.ts";
import { cssFamily, typedLink } from "../../../../../renderer/editor/article/nodes/text.ts";
import { editorOf, node, p } from "../../article.ts";

it.each([
  ["See [the page](https://example.org/a)", "[the page](https://example.org/a)", "https://example.org/a"],
  ["[page](example.org)", "[page](example.org)", "https://example.org"],
  ["[one](/a) and [two](/b)", "[two](/b)", "/b"],
  ["[Anna](anna@example.org)", "[Anna](anna@example.org)", "mailto:anna@example.org"],
])("reads %j as a link", (before, text, href) => {
  expect(typedLink(before)).toMatchObject({ index: before.length - text.length, text, data: { href } });
});

it.each([
  "[page](https://example.org",
  "![boat](https://example.org/boat.png)",
  "file[0](x)",
  "[page](java script)",
  "[page](javascript:alert(1))",
  "[](https://example.org)",
  "[ ](https://example.org)",
  "a [word%leaf%break](https://example.org)",
  "(page)",
])("keeps %j as typed", (before) => {
  expect(typedLink(before)).toBeNull();
});

it.each([
  ["Noto Serif", '"Noto Serif"'],
  ["Гарнитура 2", '"Гарнитура 2"'],
  ['a"; } body { x', '"a\\22 \\3b  \\7d  body \\7b  x"'],
  ["back\\slash", '"back\\5c slash"'],
])("escapes the font family %s for CSS", (family, expected) => {
  expect(cssFamily(family)).toBe(expected);
});

function start() {
  const editor = editorOf(node("pullQuote", "words", { source: "before" }), p("end"));
  const fields = new EventTarget();
  const write = fieldWriter(editor.view, () => 0, fields);
  const visit = () => fields.dispatchEvent(new Event("focusin"));
  visit();
  const source = () => editor.state.doc.child(0).attrs.source;
  const type = (...values: string[]) => {
    for (const value of values) write({ source: value });
  };
  return { editor, fields, visit, source, type };
}

it("undoes and redoes all typing of one visit to a field in one step, also after an undo", () => {
  const { editor, source, type } = start();
  editor.view.dispatch(editor.state.tr.insertText("the ", 8));
  type("A", "An", "Ann", "Anna");
  editor.commands.undo();
  expect(source()).toBe("before");
  expect(editor.state.doc.child(1).textContent).toContain("the");
  editor.commands.redo();
  expect(source()).toBe("Anna");
  editor.commands.undo();
  type("B", "Be");
  editor.commands.undo();
  expect(source()).toBe("before");
});

it("makes a second visit to a field a separate undo step", () => {
  const { editor, visit, source, type } = start();
  type("A", "Anna");
  visit();
  type("Anna B", "Anna Berg");
  editor.commands.undo();
  expect(source()).toBe("Anna");
  editor.commands.undo();
  expect(source()).toBe("before");
});

it("makes each press of a button that takes no focus a separate undo step", () => {
  const { editor, fields, source, type } = start();
  const press = (value: string) => {
    fields.dispatchEvent(new Event("pointerdown"));
    type(value);
  };
  press("A");
  editor.view.dispatch(editor.state.tr.insertText("the ", 8));
  press("B");
  editor.commands.undo();
  expect(source()).toBe("A");
  expect(editor.state.doc.child(1).textContent).toBe("the end");
});
