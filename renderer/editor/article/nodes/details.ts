/** Words that the reader unfolds: the summary that is seen first, and what it unfolds. The editor always shows both. */
import { type Editor, type KeyboardShortcutCommand, mergeAttributes, Node } from "@tiptap/core";
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
import { withPanels } from "./panels/load-panels.ts";

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
      return createBlockView(initial, {
        view,
        getPos,
        dom: element("div", { class: "details" }, head, body),
        contentDOM: body,
        place: head,
        show(node) {
          label.textContent = node.attrs.open === true ? t.opened : t.closed;
        },
        fields: () =>
          withPanels(
            ({ DetailsPanel }) =>
              (shown, block) =>
                createElement(DetailsPanel, { block, node: shown }),
          ),
      });
    },
});

/** The line that is seen before the rest is unfolded. */
export const DetailsSummary = Node.create({
  name: "detailsSummary",
  parseHTML: () => [{ tag: "summary" }],
  renderHTML: () => ["summary", 0],
  addNodeView:
    () =>
    ({ node }) =>
      createLineView(node, element("div", { class: "details-summary" }), messages.blocks.details.summaryPlaceholder),
});

/** What is unfolded. From elsewhere it comes without an element of its own; the parser puts it in. */
export const DetailsContent = Node.create({
  name: "detailsContent",
  parseHTML: () => [{ tag: "div[data-block=details-content]" }],
  renderHTML: () => ["div", { "data-block": "details-content" }, 0],
});

/** Enter and Backspace in the summary, where the usual commands would not cross from one part of the block into the other. */
export function detailsKeys(editor: Editor): Record<string, KeyboardShortcutCommand> {
  /** Does the work where the cursor, with nothing selected, is in a summary. */
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
    // Nothing is lost: the summary and what it unfolds become blocks of the article.
    Backspace: inSummary(($cursor) => $cursor.parentOffset === 0 && unfold(editor, $cursor)),
  };
}

function unfold(editor: Editor, $cursor: ResolvedPos): boolean {
  const details = topBlockAt(editor.state, $cursor.pos);
  const content = details?.node.lastChild;
  if (!content) return false;
  return turnSelectionInto(editor, (schema, blocks) => {
    const [summary] = [eachLineAs("paragraph")(schema, [details.node.child(0)])].flat();
    if (blocks[0] !== details.node || summary === undefined) return blocks;
    return summary.content.size === 0 ? [...content.children] : [summary, ...content.children];
  });
}
