import { expect, it } from "vitest";
import { editorOf, lineOf, node, p, select } from "../../article.ts";

it.each([
  ["embed", { href: "https://example.org/film", title: "", shape: "" }],
  ["figure", { file: "a.png" }],
  ["video", { file: "a.mp4" }],
])("keeps a %s without text that replaces the whole article", (type, attrs) => {
  const editor = editorOf(p("one"), p("two"));
  select(editor, "one", "two");
  const { schema, tr, doc } = editor.state;
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, schema.nodeFromJSON(node(type, attrs))));
  expect(lineOf(editor)).toMatch(new RegExp(`^${type}`));
});

it("leaves a paragraph after everything is deleted", () => {
  const editor = editorOf(node("heading", "one", { level: 2 }), p("two"));
  select(editor, "one", "two");
  editor.commands.deleteSelection();
  expect(lineOf(editor)).toBe("paragraph(|)");
});
