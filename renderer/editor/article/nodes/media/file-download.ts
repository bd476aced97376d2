import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createCardView } from "./card-view.ts";

/** A file to download. From a clipboard only where it is one of this session. */
export const FileDownload = Node.create<MediaParts>({
  name: "fileDownload",
  addAttributes: () => dataAttributes("fileDownload"),

  parseHTML() {
    return [
      {
        tag: "div[data-block=file-download]",
        getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
      },
    ];
  },

  /** The words are for other programs, and for where the file is not known: there they are all that comes. */
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes({ "data-block": "file-download" }, HTMLAttributes),
    String(node.attrs.title || node.attrs.file),
  ],

  addNodeView() {
    const { files } = this.options;
    return (props) =>
      createCardView(props, {
        draw(node, card) {
          const file = String(node.attrs.file);
          const { size } = files.get(file) ?? {};
          const extension = file.slice(file.lastIndexOf(".") + 1).toUpperCase();
          card.replaceChildren(
            element("span", { class: "card-sheet", "aria-hidden": "true" }, extension),
            element(
              "div",
              { class: "card-words" },
              element("p", { class: "card-title" }, String(node.attrs.title || file)),
              element(
                "p",
                { class: "card-note" },
                [file, size === undefined ? "" : sizeInWords(size)].filter(Boolean).join(" · "),
              ),
            ),
          );
        },
        name: (node) => messages.media.fileNamed(String(node.attrs.title || node.attrs.file)),
        load: () =>
          withPanels(
            ({ FilePanel }) =>
              (node, block) =>
                createElement(FilePanel, { block, node }),
          ),
      });
  },
});
