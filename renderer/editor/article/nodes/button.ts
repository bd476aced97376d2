/** A link that looks like a button: its label and its URL. */
import { mergeAttributes, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { targetFromTyped } from "../../ui/lib/links.ts";
import { lineKeys } from "./block-keys.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

export const Button = Node.create({
  name: "button",
  addAttributes: () => dataAttributes("button"),
  parseHTML: () => [{ tag: "div[data-block=button]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "button" }, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },
  addNodeView: () => (props) => {
    const t = messages.blocks.button;
    const words = element("div", { class: "button-words", "data-placeholder": t.placeholder });
    const target = element("div", { class: "button-target" });
    const foot = element("div", { class: "button-foot", contenteditable: "false" }, target);
    return createBlockView(props, {
      dom: element("div", { class: "button-block" }, words, foot),
      contentDOM: words,
      place: foot,
      show(node) {
        const href = String(node.attrs.href);
        const isGood = targetFromTyped(href) !== null;
        target.textContent = href === "" ? t.noTarget : isGood ? href : t.badTarget(href);
        target.classList.toggle("is-problem", !isGood);
      },
      fields: () => drawWith(({ ButtonPanel }, panel) => createElement(ButtonPanel, panel)),
    });
  },
});
