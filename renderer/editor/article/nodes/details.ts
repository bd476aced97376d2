/** Collapsible text: a summary, and content that the reader unfolds. The editor always shows both. */
import { type Editor, type KeyboardShortcutCommand, Node } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { topBlockAt } from "../commands/block-places.ts";
import { eachLineAs } from "../commands/make-blocks.ts";
import { turnSelectionInto } from "../commands/turn-into.ts";
import { createBlockView, createLineView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

export const Details = Node.create({
  name: "details",
  addAttributes: () => ({
    open: {
      ...dataAttributes("details").open,
      parseHTML: (dom: HTMLElement) => dom.hasAttribute("open"),
      renderHTML: ({ open }: Record<string, unknown>) => (open ? { open: "" } : {}),
    },
  }),
  parseHTML: () => [{ tag: "details" }],
  renderHTML: ({ HTMLAttributes }) => ["details", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return detailsKeys(this.editor);
  },
  addNodeView: () => (props) => {
    const t = messages.blocks.details;
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head", contenteditable: "false" }, label);
    const body = element("div", { class: "block-body" });
    return createBlockView(props, {
      dom: element("div", { class: "details" }, head, body),
      contentDOM: body,
      place: head,
      show(node) {
        label.textContent = node.attrs.open === true ? t.opened : t.closed;
      },
      fields: () => drawWith(({ DetailsPanel }, panel) => createElement(DetailsPanel, panel)),
    });
  },
});

export const DetailsSummary = Node.create({
  name: "detailsSummary",
  parseHTML: () => [{ tag: "summary" }],
  renderHTML: () => ["summary", 0],
  addNodeView:
    () =>
    ({ node }) =>
      createLineView(node, element("div", { class: "details-summary" }), messages.blocks.details.summaryPlaceholder),
});

/** Foreign HTML has no element for it; the parser adds one. */
export const DetailsContent = Node.create({
  name: "detailsContent",
  parseHTML: () => [{ tag: "div[data-block=details-content]" }],
  renderHTML: () => ["div", { "data-block": "details-content" }, 0],
});

/** Enter and Backspace in the summary, where the usual commands do not cross into the content. */
export function detailsKeys(editor: Editor): Record<string, KeyboardShortcutCommand> {
  const inSummary = (work: ($cursor: ResolvedPos) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === "detailsSummary" && work($from);
  };
  return {
    Enter: inSummary(($cursor) => {
      const { tr, doc } = editor.state;
      editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve($cursor.after() + 1), 1)).scrollIntoView());
      return true;
    }),
    Backspace: inSummary(($cursor) => $cursor.parentOffset === 0 && unwrap(editor, $cursor)),
  };
}

function unwrap(editor: Editor, $cursor: ResolvedPos): boolean {
  const details = topBlockAt(editor.state, $cursor.pos);
  const content = details?.node.lastChild;
  if (!content) return false;
  return turnSelectionInto(editor, (schema, blocks) => {
    const [summary] = [eachLineAs("paragraph")(schema, [details.node.child(0)])].flat();
    if (blocks[0] !== details.node || summary === undefined) return blocks;
    return summary.content.size === 0 ? [...content.children] : [summary, ...content.children];
  });
}
