/** Cards: a file to download, and a link to a page of another site. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
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
      createCardView(
        props,
        ({ FilePanel }) => createElement(FilePanel),
        ({ file, title }) => {
          const { size } = files.get(file) ?? {};
          const name = title || file;
          const note = size === undefined ? file : `${file} · ${sizeInWords(size)}`;
          const extension = file.slice(file.lastIndexOf(".") + 1).toUpperCase();
          const sheet = element("span", { class: "card-sheet", "aria-hidden": "true" }, extension);
          const lines = [sheet, ...line("card-title", name), ...line("note", note)];
          return { label: messages.media.fileNamed(name), lines };
        },
      );
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
    createCardView(
      props,
      ({ LinkCardPanel }) => createElement(LinkCardPanel),
      ({ href, title, description }) => ({
        label: messages.media.cardNamed(title || href),
        lines: [
          ...line("card-title", title || href || messages.media.noAddress),
          ...line("card-description", description),
          ...line("note", siteOf(href)),
        ],
      }),
    ),
});

/** `https://www.example.org/x` → `example.org`; relative URLs are unchanged. */
function siteOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host.replace(/^www\./, "") : href;
}

export const line = (cssClass: string, text: string): HTMLElement[] =>
  text === "" ? [] : [element("p", { class: cssClass }, text)];

function createCardView(
  props: NodeViewRendererProps,
  fields: NonNullable<BlockViewOptions["fields"]>,
  drawn: (attrs: Record<"file" | "href" | "title" | "description", string>) => { label: string; lines: HTMLElement[] },
): NodeView {
  const box = element("div", { class: "card" });
  const dom = element("div", { class: "card-block", role: "group" }, box);
  return createBlockView(props, {
    of: "file",
    dom,
    fields,
    show(node) {
      const { label, lines } = drawn(node.attrs as Parameters<typeof drawn>[0]);
      box.replaceChildren(...lines);
      dom.setAttribute("aria-label", label);
    },
  });
}
