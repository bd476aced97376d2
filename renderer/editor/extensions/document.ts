import { Node } from "@tiptap/core";

/** The whole article. Its language is an attribute, changed by `setDocAttribute` like any other edit. */
export const Document = Node.create({
  name: "doc",
  topNode: true,
  addAttributes: () => ({ lang: { default: "", rendered: false } }),
});
