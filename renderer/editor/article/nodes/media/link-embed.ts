import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createCardView } from "./card-view.ts";

/** A card that stands for a page elsewhere; nothing is asked of that page. */
export const LinkEmbed = Node.create({
  name: "linkEmbed",
  addAttributes: () => dataAttributes("linkEmbed"),
  parseHTML: () => [{ tag: "div[data-block=link-embed]" }],

  /** The words are for other programs. */
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes({ "data-block": "link-embed" }, HTMLAttributes),
    [node.attrs.title, node.attrs.href].filter(Boolean).join(" "),
  ],

  addNodeView() {
    return (props) =>
      createCardView(props, {
        draw(node, card) {
          const { href, title, description } = node.attrs as Record<string, string>;
          const line = (cssClass: string, words: string | undefined) =>
            words === undefined || words === "" ? [] : [element("p", { class: cssClass }, words)];
          card.replaceChildren(
            element(
              "div",
              { class: "card-words" },
              ...line("card-title", title || href || messages.media.noAddress),
              ...line("card-description", description),
              ...line("card-note", siteOf(href ?? "")),
            ),
          );
        },
        name: (node) => messages.media.cardNamed(String(node.attrs.title || node.attrs.href)),
        load: () =>
          withPanels(
            ({ LinkCardPanel }) =>
              (node, block) =>
                createElement(LinkCardPanel, { block, node }),
          ),
      });
  },
});

/** `https://www.example.org/x` → `example.org`; a page of the site as it is. */
function siteOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host.replace(/^www\./, "") : href;
}
