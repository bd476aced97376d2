import { Node } from "@tiptap/core";

/** Heading levels of an article; the site owns the title, so there is no 1. */
export const HEADING_LEVELS = [2, 3, 4] as const;

/** The whole article. Its language is an attribute, changed by `setDocAttribute` like any other edit. */
export const Document = Node.create({
  name: "doc",
  topNode: true,
  addAttributes: () => ({ lang: { default: "", rendered: false } }),
});
