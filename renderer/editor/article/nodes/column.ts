import { Node } from "@tiptap/core";

/** One of the columns side by side. */
export const Column = Node.create({
  name: "column",
  parseHTML: () => [{ tag: "div[data-block=column]" }],
  renderHTML: () => ["div", { "data-block": "column" }, 0],
});
