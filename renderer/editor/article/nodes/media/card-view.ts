/** A block that is a card without text of its own, in plain DOM: what it shows, and its fields while it is active. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { element } from "../../../ui/lib/dom.ts";
import { createPanelHost, type DrawPanel } from "../panels/panel-host.ts";

export interface CardOptions {
  /** What the card shows; it fills `card` anew. */
  draw(node: Node, card: HTMLElement): void;
  /** What a screen reader calls the block. */
  name(node: Node): string;
  load(): DrawPanel | Promise<DrawPanel>;
}

export function createCardView(
  { node: initial, view, getPos }: NodeViewRendererProps,
  { draw, name, load }: CardOptions,
): NodeView {
  const card = element("div", { class: "card" });
  const dom = element("div", { class: "card-block", role: "group" }, card);
  const panels = createPanelHost({ view, getPos, dom, of: "file", load, place: (panel) => dom.append(panel) });
  // A draggable block would take the drag that marks words in a field.
  dom.addEventListener("focusin", () => dom.setAttribute("draggable", "false"));
  dom.addEventListener("focusout", () => dom.setAttribute("draggable", "true"));

  function show(node: Node): void {
    draw(node, card);
    dom.setAttribute("aria-label", name(node));
    panels.update(node);
  }

  show(initial);
  return {
    dom,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => panels.has(event),
    ignoreMutation: () => true,
    destroy: () => panels.destroy(),
  };
}
