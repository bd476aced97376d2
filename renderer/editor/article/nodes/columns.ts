import { Extension, Node } from "@tiptap/core";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { goToColumn, leaveEmptyColumn } from "../commands/column-changes.ts";
import { createBlockView } from "./block-view.ts";
import { drawWith } from "./panels/load-panels.ts";

export const Columns = Node.create({
  name: "columns",
  parseHTML: () => [{ tag: "div[data-block=columns]" }],
  renderHTML: () => ["div", { "data-block": "columns" }, 0],
  addKeyboardShortcuts() {
    return { Backspace: () => leaveEmptyColumn(this.editor) };
  },
  addNodeView: () => (props) => {
    const tools = element("div", { class: "block-tools", contenteditable: "false" });
    const row = element("div", { class: "columns-row" });
    return createBlockView(props, {
      dom: element("div", { class: "columns" }, tools, row),
      contentDOM: row,
      place: tools,
      show(node) {
        row.dataset.count = String(node.childCount);
      },
      label: messages.blocks.columns.tools,
      fields: () =>
        drawWith(({ ColumnsPanel }, { node }) => createElement(ColumnsPanel, { node, editor: props.editor })),
    });
  },
});

export const Column = Node.create({
  name: "column",
  parseHTML: () => [{ tag: "div[data-block=column]" }],
  renderHTML: () => ["div", { "data-block": "column" }, 0],
});

/** Tab goes from column to column. Low priority: a list item in a column has its own Tab. */
export const ColumnKeys = Extension.create({
  name: "columnKeys",
  priority: 50,
  addKeyboardShortcuts() {
    return { Tab: () => goToColumn(this.editor, 1), "Shift-Tab": () => goToColumn(this.editor, -1) };
  },
});
