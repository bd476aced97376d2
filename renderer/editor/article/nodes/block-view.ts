/** Node views of text blocks: plain DOM, with a panel of fields while the cursor is in the block. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView, ViewMutationRecord } from "@tiptap/pm/view";
import { watchCursor } from "./blocks-at-cursor.ts";
import { createPanelHost, type PanelHostOptions } from "./panels/panel-host.ts";

export interface BlockViewOptions extends Pick<PanelHostOptions, "dom" | "label" | "followsSelection"> {
  contentDOM?: HTMLElement;
  place: HTMLElement;
  /** Updates the DOM from the node; called first and after each change of its attributes or child count. */
  show(node: Node): void;
  /** Absent for a block without fields, which only marks that it has the cursor. */
  fields?: PanelHostOptions["load"];
}

export function createBlockView({ node: initial, view, getPos }: NodeViewRendererProps, options: BlockViewOptions) {
  const { dom, contentDOM, fields, show, ...panel } = options;
  let node = initial;
  const host = fields && createPanelHost({ ...panel, view, getPos, dom, of: "words", load: fields });
  if (host === undefined)
    watchCursor(dom, {
      enter: () => dom.classList.add("has-cursor"),
      stay: () => {},
      leave: () => dom.classList.remove("has-cursor"),
      focus: () => false,
      hasFocus: () => false,
    });

  const showEmpty = () => {
    if (contentDOM?.dataset.placeholder !== undefined) contentDOM.classList.toggle("is-empty", node.content.size === 0);
  };
  show(initial);
  host?.update(initial);
  showEmpty();
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    update(next) {
      if (next.type !== initial.type) return false;
      if (!next.sameMarkup(node) || next.childCount !== node.childCount) show(next);
      node = next;
      showEmpty();
      host?.update(next);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => host?.has(event) ?? false,
    ignoreMutation: (mutation) =>
      mutation.type !== "selection" && (!contentDOM?.contains(mutation.target) || isOwnClass(mutation, contentDOM)),
    destroy: () => host?.destroy(),
  } satisfies NodeView;
}

/** Whether a mutation is the `is-empty` class, which is no edit of the article. */
function isOwnClass(mutation: ViewMutationRecord, contentDOM: HTMLElement | undefined): boolean {
  return mutation.type === "attributes" && mutation.target === contentDOM;
}

export function createLineView(initial: Node, dom: HTMLElement, placeholder: string): NodeView {
  dom.dataset.placeholder = placeholder;
  const show = (node: Node) => dom.classList.toggle("is-empty", node.content.size === 0);
  show(initial);
  return {
    dom,
    contentDOM: dom,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    ignoreMutation: (mutation) => isOwnClass(mutation, dom),
  };
}
