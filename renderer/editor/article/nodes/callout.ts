/** The callout: blocks that stand apart as a note, a tip or a warning. */
import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { withPanels } from "./panels/load-panels.ts";

export const Callout = Node.create({
  name: "callout",
  addAttributes: () => dataAttributes("callout"),

  /** An aside pasted from another program becomes a callout, too. */
  parseHTML: () => [{ tag: "aside" }],

  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "callout" }, HTMLAttributes), 0],

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const { tones } = messages.blocks.callout;
      const label = element("span", { class: "block-label" });
      const head = element("div", { class: "block-head", contenteditable: "false" }, label);
      const body = element("div", { class: "block-body" });
      const dom = element("div", { class: "callout" }, head, body);
      return createBlockView(initial, {
        view,
        getPos,
        dom,
        contentDOM: body,
        place: head,
        show(node) {
          dom.dataset.tone = String(node.attrs.tone);
          label.textContent = tones[node.attrs.tone as keyof typeof tones];
        },
        fields: () =>
          withPanels(
            ({ CalloutPanel }) =>
              (shown, block) =>
                createElement(CalloutPanel, { block, node: shown }),
          ),
      });
    },
});
