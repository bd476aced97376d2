/** A table on the screen. It scrolls by itself where it is wider than the sheet; its tools lie above it. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement, Fragment } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "../nodes/block-view.ts";
import type { DrawPanel, PanelBlock } from "../nodes/panels/panel-host.ts";
import { areTablesEditable } from "./table-keys.ts";

export function createTableView(initial: Node, editor: Editor, getPos: () => number | undefined): NodeView {
  // Until that has come, its cells can be read and typed in; where loading fails, the tools say so and offer to try again.
  void loadTableEditing(editor).catch(() => undefined);
  const body = element("tbody");
  const head = element("div", { class: "block-tools", contenteditable: "false" });
  const scroller = element("div", { class: "table-scroll" }, element("table", {}, body));
  return createBlockView(initial, {
    view: editor.view,
    getPos,
    dom: element("div", { class: "table-block" }, head, scroller),
    contentDOM: body,
    place: head,
    show: () => {},
    followsSelection: true,
    fields: () => loadTools(editor),
  });
}

async function loadTools(editor: Editor): Promise<DrawPanel> {
  try {
    const [{ TableTools }] = await Promise.all([import("./TableTools.tsx"), loadTableEditing(editor)]);
    return () => createElement(TableTools, { editor });
  } catch {
    return notLoaded;
  }
}

function notLoaded(_: Node, { loadAgain }: PanelBlock) {
  const t = messages.blocks.table;
  const again = createElement("button", { type: "button", className: "text-button", onClick: loadAgain }, t.tryAgain);
  return createElement(Fragment, null, t.notLoaded, " ", again);
}

const loading = new WeakSet<Editor>();

/** Makes the tables of an editor editable as soon as that has been loaded. @throws where it could not be loaded */
async function loadTableEditing(editor: Editor): Promise<void> {
  if (areTablesEditable(editor)) return;
  loading.add(editor);
  try {
    const { editTables } = await import("./table-editing.ts");
    editTables(editor);
  } finally {
    loading.delete(editor);
  }
}

/** Whether the keys of tables have to wait. */
export function isLoadingTableEditing(editor: Editor): boolean {
  return loading.has(editor) && !areTablesEditable(editor);
}
