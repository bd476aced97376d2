/** A table on the screen. It scrolls by itself where it is wider than the sheet; its tools lie above it. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { element } from "../../dom.ts";
import { createBlockView } from "../block-view.ts";
import { fieldsPanel } from "../fields.ts";

export function createTableView(initial: Node, editor: Editor): NodeView {
  const body = element("tbody");
  const head = element("div", { class: "block-tools", contenteditable: "false" });
  const scroller = element("div", { class: "table-scroll" }, element("table", {}, body));
  return createBlockView(initial, editor.view, {
    dom: element("div", { class: "table-block" }, head, scroller),
    contentDOM: body,
    place: head,
    show: () => {},
    fields() {
      const panel = fieldsPanel();
      const tools = import("./TableTools.tsx").then(({ mountTableTools }) => mountTableTools(editor, panel));
      const refresh = () => void tools.then((draw) => draw());
      return { dom: panel, show: refresh, refresh };
    },
  });
}
