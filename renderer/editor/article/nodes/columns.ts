/** Two to four columns of blocks side by side. */
import { Node } from "@tiptap/core";
import { MAX_COLUMNS } from "../../../../server/article/schema.ts";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { addColumn, leaveEmptyColumn, removeColumn } from "../commands/column-changes.ts";
import { createBlockView } from "./block-view.ts";
import { fieldsPanel } from "./panels/fields.ts";

export const Columns = Node.create({
  name: "columns",
  parseHTML: () => [{ tag: "div[data-block=columns]" }],
  renderHTML: () => ["div", { "data-block": "columns" }, 0],
  addKeyboardShortcuts() {
    return { Backspace: () => leaveEmptyColumn(this.editor) };
  },

  addNodeView:
    () =>
    ({ node: initial, view, editor }) => {
      const t = messages.blocks.columns;
      const tools = element("div", { class: "block-tools", contenteditable: "false" });
      const row = element("div", { class: "columns-row" });
      return createBlockView(initial, view, {
        dom: element("div", { class: "columns" }, tools, row),
        contentDOM: row,
        place: tools,
        show(node) {
          row.dataset.count = String(node.childCount);
        },
        fields() {
          const add = element("button", { type: "button", class: "text-button" }, t.add);
          const remove = element("button", { type: "button", class: "text-button" }, t.remove);
          for (const button of [add, remove]) button.addEventListener("mousedown", (event) => event.preventDefault());
          add.addEventListener("click", () => addColumn(editor));
          remove.addEventListener("click", () => removeColumn(editor));
          const panel = fieldsPanel(add, remove);
          panel.setAttribute("role", "group");
          panel.setAttribute("aria-label", t.tools);
          return {
            dom: panel,
            show: (node) => {
              add.disabled = node.childCount >= MAX_COLUMNS;
            },
          };
        },
      });
    },
});
