import { expect, it } from "vitest";
import { fieldWriter } from "../../../../../renderer/editor/article/nodes/panels/panel.ts";
import { editorOf, node, p } from "../../article.ts";

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
  return { editor, visit, source, type };
}

it("undoes and redoes all typing of one visit in one step, also after an undo", () => {
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

it("makes a second visit a separate undo step", () => {
  const { editor, visit, source, type } = start();
  type("A", "Anna");
  visit();
  type("Anna B", "Anna Berg");
  editor.commands.undo();
  expect(source()).toBe("Anna");
  editor.commands.undo();
  expect(source()).toBe("before");
});
