/** Cards: a file to download, and a link to a page of another site. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { MediaParts } from "../../../uploads/assets.ts";
import { type BlockViewOptions, createBlockView } from "../block-view.ts";
import { copiedAs, ofKnownFile } from "../data-attributes.ts";

export const FileDownload = Node.create<MediaParts>({
  ...copiedAs("fileDownload"),
  parseHTML() {
    return ofKnownFile(copiedAs("fileDownload").parseHTML(), this.options.files);
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
          const note = [file, size === undefined ? "" : sizeInWords(size)].filter(Boolean).join(" · ");
          return [...line("card-title", String(attrs.title || file)), ...line("note", note)];
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
          ...line("card-title", title || href || messages.media.noAddress),
          ...line("card-description", description),
          ...line("note", siteOf(href)),
        ];
      },
      name: ({ attrs }) => messages.media.cardNamed(String(attrs.title || attrs.href)),
      fields: ({ LinkCardPanel }) => createElement(LinkCardPanel),
    }),
});

/** `https://www.example.org/x` → `example.org`; relative URLs are unchanged. */
function siteOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host.replace(/^www\./, "") : href;
}

export const line = (cssClass: string, text: string): HTMLElement[] =>
  text === "" ? [] : [element("p", { class: cssClass }, text)];

function createCardView(
  props: NodeViewRendererProps,
  card: {
    draw(node: ProseMirrorNode): Element[];
    name(node: ProseMirrorNode): string;
    fields: NonNullable<BlockViewOptions["fields"]>;
  },
): NodeView {
  const box = element("div", { class: "card" });
  const dom = element("div", { class: "card-block", role: "group" }, box);
  return createBlockView(props, {
    of: "file",
    dom,
    fields: card.fields,
    show(node) {
      box.replaceChildren(...card.draw(node));
      dom.setAttribute("aria-label", card.name(node));
    },
  });
}
