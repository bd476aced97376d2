/** Words that the reader unfolds. The editor always shows them; its keys are in details-keys.ts. */
import { mergeAttributes, Node } from "@tiptap/core";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { detailsKeys } from "./details-keys.ts";
import { checkField, fieldsPanel, setAttribute } from "./panels/fields.ts";

export const Details = Node.create({
  name: "details",
  addAttributes() {
    const { open } = dataAttributes("details");
    return {
      open: {
        ...open,
        parseHTML: (dom: HTMLElement) => dom.hasAttribute("open"),
        renderHTML: ({ open: isOpen }: Record<string, unknown>) => (isOpen ? { open: "" } : {}),
      },
    };
  },
  parseHTML: () => [{ tag: "details" }],
  renderHTML: ({ HTMLAttributes }) => ["details", mergeAttributes(HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return detailsKeys(this.editor);
  },

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const t = messages.blocks.details;
      const label = element("span", { class: "block-label" });
      const head = element("div", { class: "block-head", contenteditable: "false" }, label);
      const body = element("div", { class: "block-body" });
      return createBlockView(initial, view, {
        dom: element("div", { class: "details" }, head, body),
        contentDOM: body,
        place: head,
        show(node) {
          label.textContent = node.attrs.open === true ? t.opened : t.closed;
        },
        fields() {
          const field = checkField({
            label: t.openAtFirst,
            onChange: (checked) => setAttribute(view, getPos, "open", checked),
          });
          return { dom: fieldsPanel(field.dom), show: (node) => field.show(node.attrs.open) };
        },
      });
    },
});
