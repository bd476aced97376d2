/** The callout: blocks that stand apart as a note, a tip or a warning. */
import { mergeAttributes, Node } from "@tiptap/core";
import { CALLOUT_TONES } from "../../../../server/article/schema.ts";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { choiceField, fieldsPanel, setAttribute } from "./panels/fields.ts";

export const Callout = Node.create({
  name: "callout",
  addAttributes: () => dataAttributes("callout"),

  /** An aside from elsewhere, too. */
  parseHTML: () => [{ tag: "aside" }],

  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "callout" }, HTMLAttributes), 0],

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const { tones, tone } = messages.blocks.callout;
      const label = element("span", { class: "block-label" });
      const head = element("div", { class: "block-head", contenteditable: "false" }, label);
      const body = element("div", { class: "block-body" });
      const dom = element("div", { class: "callout" }, head, body);
      return createBlockView(initial, view, {
        dom,
        contentDOM: body,
        place: head,
        show(node) {
          dom.dataset.tone = String(node.attrs.tone);
          label.textContent = tones[node.attrs.tone as keyof typeof tones];
        },
        fields() {
          const field = choiceField({
            label: tone,
            choices: CALLOUT_TONES.map((value) => [value, tones[value]] as const),
            onChange: (value) => setAttribute(view, getPos, "tone", value),
          });
          return { dom: fieldsPanel(field.dom), show: (node) => field.show(node.attrs.tone) };
        },
      });
    },
});
