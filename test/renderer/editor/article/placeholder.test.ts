import type { JSONContent } from "@tiptap/core";
import type { DecorationSet } from "@tiptap/pm/view";
import { expect, it } from "vitest";
import { editorOf, node, p } from "../article.ts";

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
