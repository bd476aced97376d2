import type { JSONContent } from "@tiptap/core";
import type { MarkType, NodeType } from "@tiptap/pm/model";
import type { DecorationSet } from "@tiptap/pm/view";
import { describe, expect, it } from "vitest";
import { createArticleEditor } from "../../../../renderer/editor/article/article-editor.ts";
import { EMPTY_DOC } from "../../../../renderer/editor/drafts/galley-state.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { editorOf, FEATURES, mediaParts, node, p } from "../article.ts";

const STRUCTURE =
  "content group marks inline atom selectable draggable code defining isolating whitespace inclusive excludes spanning".split(
    " ",
  );

function structureOf(type: NodeType | MarkType) {
  const spec: Record<string, unknown> = type.spec;
  const attrs = Object.entries(type.spec.attrs ?? {}).map(
    ([name, attr]) => [name, attr.default, attr.validate] as const,
  );
  return [Object.fromEntries(STRUCTURE.map((field) => [field, spec[field]])), attrs];
}

const { schema } = createArticleEditor(EMPTY_DOC, mediaParts(), FEATURES);

describe("the editor's schema is the article schema", () => {
  it("has the same nodes and marks in the same order", () => {
    expect(Object.keys(schema.nodes)).toEqual(Object.keys(articleSchema.nodes));
    expect(Object.keys(schema.marks)).toEqual(Object.keys(articleSchema.marks));
    expect(schema.topNodeType.name).toBe(articleSchema.topNodeType.name);
  });

  it.each(Object.keys(articleSchema.nodes))("%s has the same structure, attributes, defaults and checks", (name) => {
    expect(structureOf(schema.nodes[name] as NodeType)).toEqual(structureOf(articleSchema.nodes[name as "doc"]));
  });

  it.each(Object.keys(articleSchema.marks))("%s has the same structure, attributes, defaults and checks", (name) => {
    expect(structureOf(schema.marks[name] as MarkType)).toEqual(structureOf(articleSchema.marks[name as "link"]));
  });

  it("renders and parses all nodes and marks except document and text", () => {
    const types = [...Object.values(schema.nodes), ...Object.values(schema.marks)];
    const incomplete = types.filter((type) => type.spec.toDOM === undefined || type.spec.parseDOM === undefined);
    expect(incomplete.map((type) => type.name)).toEqual(["doc", "text"]);
  });
});

/** The placeholders that the plugin shows in an article with this block. */
function placeholdersOf(block: JSONContent): string[] {
  const editor = editorOf(block);
  return editor.state.plugins.flatMap((plugin) => {
    const set = plugin.props.decorations?.call(plugin, editor.state) as DecorationSet | null | undefined;
    const found = set?.find?.() ?? [];
    return found
      .map((each) => (each as unknown as { type: { attrs?: Record<string, string> } }).type.attrs ?? {})
      .map((attrs) => attrs["data-placeholder"] ?? "")
      .filter((text) => text !== "");
  });
}

it.each([
  ["shows the placeholder in an empty paragraph", p(""), ["Write, or press / for blocks"]],
  [
    "shows no placeholder for an embed, even if it is the only block",
    node("embed", { href: "https://example.org/" }),
    [],
  ],
  ["shows no placeholder for a heading", node("heading", { level: 2 }), []],
])("%s", (_, block, shown) => {
  expect(placeholdersOf(block)).toEqual(shown);
});
