import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const FileDownload = Node.create({
  name: "fileDownload",
  addAttributes: () => dataAttributes("fileDownload"),
  parseHTML: () => [{ tag: "div[data-block=file-download]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "file-download" }, HTMLAttributes)],
});
