/** A link that looks like a button: the words on it, and where it leads. */
import { mergeAttributes, Node } from "@tiptap/core";
import { element } from "../../lib/dom.ts";
import { targetFromTyped } from "../../lib/links.ts";
import { messages } from "../../messages/index.ts";
import { createAttributeWriter } from "./attribute-writer.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { lineKeys } from "./line-keys.ts";
import { fieldsPanel, textField } from "./panels/fields.ts";

export const Button = Node.create({
  name: "button",
  addAttributes: () => dataAttributes("button"),
  parseHTML: () => [{ tag: "div[data-block=button]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "button" }, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const t = messages.blocks.button;
      const words = element("div", { class: "button-words", "data-placeholder": t.placeholder });
      const target = element("div", { class: "button-target" });
      const foot = element("div", { class: "button-foot", contenteditable: "false" }, target);
      return createBlockView(initial, view, {
        dom: element("div", { class: "button-block" }, words, foot),
        contentDOM: words,
        place: foot,
        show(node) {
          const href = String(node.attrs.href);
          const isGood = targetFromTyped(href) !== null;
          target.textContent = href === "" ? t.noTarget : isGood ? href : t.badTarget(href);
          target.classList.toggle("is-problem", !isGood);
        },
        fields() {
          const writer = createAttributeWriter(view, getPos, "href");
          const field = textField({
            label: t.target,
            placeholder: messages.link.placeholder,
            // What cannot be a target is kept as typed, so that it can be put right.
            onInput: (typed) => writer.write(targetFromTyped(typed) ?? typed),
            onDone: () => view.focus(),
          });
          const problem = element("p", { class: "block-problem", role: "status" });
          field.dom.addEventListener("focusout", writer.end);
          return {
            dom: fieldsPanel(field.dom, problem),
            show(node) {
              field.show(node.attrs.href);
              const href = String(node.attrs.href);
              problem.textContent = href === "" || targetFromTyped(href) !== null ? "" : messages.link.invalid;
            },
          };
        },
      });
    },
});
