/** What the node views of blocks with words have in common: plain DOM, fields that come with the cursor. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView, ViewMutationRecord } from "@tiptap/pm/view";
import { watchCursor } from "./blocks-at-cursor.ts";
import { createPanelHost, type DrawPanel, type PanelHostOptions } from "./panels/panel-host.ts";

export interface BlockViewOptions extends Pick<PanelHostOptions, "label" | "followsSelection"> {
  view: EditorView;
  getPos: () => number | undefined;
  /** The block's outermost element. */
  dom: HTMLElement;
  /** Where its words are; absent for a block without. */
  contentDOM?: HTMLElement;
  /** Where the fields go when the cursor is in. */
  place: HTMLElement;
  /** Brings what is seen without fields up to date. */
  show(node: Node): void;
  /** Its fields; absent for a block that has none, and only shows that the cursor is in. */
  fields?(): DrawPanel | Promise<DrawPanel>;
}

export function createBlockView(initial: Node, options: BlockViewOptions): NodeView {
  const { view, getPos, dom, contentDOM, place, label, followsSelection, fields } = options;
  let node = initial;
  const host =
    fields === undefined
      ? null
      : createPanelHost({
          view,
          getPos,
          dom,
          of: "words",
          load: fields,
          place: (panel) => place.append(panel),
          ...(label === undefined ? {} : { label }),
          ...(followsSelection === undefined ? {} : { followsSelection }),
        });
  if (host === null)
    watchCursor(dom, {
      enter: () => dom.classList.add("has-cursor"),
      stay: () => {},
      leave: () => dom.classList.remove("has-cursor"),
      focus: () => false,
      hasFocus: () => false,
    });

  /** A line of words says what belongs there while it is empty. */
  const showEmpty = () => {
    if (contentDOM?.dataset.placeholder !== undefined) contentDOM.classList.toggle("is-empty", node.content.size === 0);
  };

  const isOutside = (target: globalThis.Node) => !(contentDOM?.contains(target) ?? false);
  options.show(initial);
  host?.update(initial);
  showEmpty();
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    update(next) {
      if (next.type !== initial.type) return false;
      if (!next.sameMarkup(node) || next.childCount !== node.childCount) options.show(next);
      node = next;
      showEmpty();
      host?.update(next);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => host?.has(event) ?? false,
    ignoreMutation: (mutation) =>
      mutation.type !== "selection" && (isOutside(mutation.target) || isOwnClass(mutation, contentDOM)),
    destroy: () => host?.destroy(),
  };
}

/** Whether a mutation is the class for the placeholder, which is no edit of the article. */
function isOwnClass(mutation: ViewMutationRecord, contentDOM: HTMLElement | undefined): boolean {
  return mutation.type === "attributes" && mutation.target === contentDOM;
}

/** A textblock of one element that says what belongs there while it is empty. */
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
