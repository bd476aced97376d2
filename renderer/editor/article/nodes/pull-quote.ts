/** The pull quote: a line of the article set large, and its source. */
import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { lineKeys } from "./block-keys.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

export const PullQuote = Node.create({
  name: "pullQuote",
  addAttributes: () => dataAttributes("pullQuote"),
  // From other programs: an aside whose class contains "pull".
  parseHTML: () => [{ tag: "aside[data-block=pull-quote]" }, { tag: "aside[class*=pull i]" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "pull-quote" }, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },
  addNodeView: () => (props) => {
    const words = element("div", {
      class: "pull-quote-words",
      "data-placeholder": messages.blocks.pullQuote.placeholder,
    });
    const source = element("div", { class: "pull-quote-source" });
    const foot = element("div", { class: "pull-quote-foot", contenteditable: "false" }, source);
    return createBlockView(props, {
      dom: element("div", { class: "pull-quote" }, words, foot),
      contentDOM: words,
      place: foot,
      show(node) {
        source.textContent = String(node.attrs.source);
      },
      fields: () => drawWith(({ PullQuotePanel }, panel) => createElement(PullQuotePanel, panel)),
    });
  },
});
