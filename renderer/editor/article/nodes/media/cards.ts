import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/assets.ts";
import { copiedAs } from "../data-attributes.ts";
import { createCardView, line } from "./file-view.ts";

export const FileDownload = Node.create<MediaParts>({
  ...copiedAs("fileDownload"),
  parseHTML() {
    return [
      {
        tag: "div[data-block=file-download]",
        getAttrs: (dom) => (knownFile(dom, this.options.files) === undefined ? false : null),
      },
    ];
  },
  // The text is for other programs and for sessions without the file.
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes({ "data-block": "file-download" }, HTMLAttributes),
    String(node.attrs.title || node.attrs.file),
  ],
  addNodeView() {
    const { files } = this.options;
    return (props) =>
      createCardView(props, {
        draw({ attrs }) {
          const file = String(attrs.file);
          const { size } = files.get(file) ?? {};
          const extension = file.slice(file.lastIndexOf(".") + 1).toUpperCase();
          const note = [file, size === undefined ? "" : sizeInWords(size)].filter(Boolean).join(" · ");
          return [
            element("span", { class: "card-sheet", "aria-hidden": "true" }, extension),
            textLines(...line("card-title", String(attrs.title || file)), ...line("card-note note", note)),
          ];
        },
        name: ({ attrs }) => messages.media.fileNamed(String(attrs.title || attrs.file)),
        fields: ({ FilePanel }) => createElement(FilePanel),
      });
  },
});

/** A card that links to a page of another site. The editor requests nothing from it. */
export const LinkEmbed = Node.create({
  ...copiedAs("linkEmbed"),
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes({ "data-block": "link-embed" }, HTMLAttributes),
    [node.attrs.title, node.attrs.href].filter(Boolean).join(" "),
  ],
  addNodeView: () => (props) =>
    createCardView(props, {
      draw({ attrs }) {
        const { href, title, description } = attrs as Record<"href" | "title" | "description", string>;
        return [
          textLines(
            ...line("card-title", title || href || messages.media.noAddress),
            ...line("card-description", description),
            ...line("card-note note", siteOf(href)),
          ),
        ];
      },
      name: ({ attrs }) => messages.media.cardNamed(String(attrs.title || attrs.href)),
      fields: ({ LinkCardPanel }) => createElement(LinkCardPanel),
    }),
});

const textLines = (...lines: HTMLElement[]) => element("div", { class: "card-words" }, ...lines);

/** `https://www.example.org/x` → `example.org`; relative URLs are unchanged. */
function siteOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host.replace(/^www\./, "") : href;
}
