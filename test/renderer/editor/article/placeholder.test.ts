import type { JSONContent } from "@tiptap/core";
import type { DecorationSet } from "@tiptap/pm/view";
import { expect, it } from "vitest";
import { editorOf, node, p } from "../article.ts";

/** What the blocks of an article say while they are empty, by the plugin that shows it where the cursor is. */
function placeholdersOf(block: JSONContent): string[] {
  const editor = editorOf(block);
  return editor.state.plugins.flatMap((plugin) => {
    const set = plugin.props.decorations?.call(plugin, editor.state) as DecorationSet | null | undefined;
    const found = set?.find?.() ?? [];
    return found
      .map((each) => (each as unknown as { type: { attrs?: Record<string, string> } }).type.attrs ?? {})
      .map((attrs) => attrs["data-placeholder"] ?? "")
      .filter((words) => words !== "");
  });
}

it.each([
  ["in an empty paragraph", p(""), ["Write, or press / for blocks"]],
  ["over no other block, even an only and empty one", node("embed", { href: "https://example.org/" }), []],
  ["over no heading", node("heading", { level: 2 }), []],
])("is shown %s", (_, block, shown) => {
  expect(placeholdersOf(block)).toEqual(shown);
});
