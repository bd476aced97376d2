/** The callout: blocks set apart as a note, a tip or a warning. */
import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

export const Callout = Node.create({
  name: "callout",
  addAttributes: () => dataAttributes("callout"),
  // A pasted aside becomes a callout, too.
  parseHTML: () => [{ tag: "aside" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "callout" }, HTMLAttributes), 0],
  addNodeView: () => (props) => {
    const { tones } = messages.blocks.callout;
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head", contenteditable: "false" }, label);
    const body = element("div", { class: "block-body" });
    const dom = element("div", { class: "callout" }, head, body);
    return createBlockView(props, {
      dom,
      contentDOM: body,
      place: head,
      show(node) {
        dom.dataset.tone = String(node.attrs.tone);
        label.textContent = tones[node.attrs.tone as keyof typeof tones];
      },
      fields: () => drawWith(({ CalloutPanel }, panel) => createElement(CalloutPanel, panel)),
    });
  },
});
