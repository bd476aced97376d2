/** What the views of a file with a caption share: figure, film, sound. */
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";

export function createCaption(): HTMLElement {
  return element("figcaption", { class: "figure-caption", "data-placeholder": messages.figure.captionPlaceholder });
}

export interface CaptionedOptions {
  dom: HTMLElement;
  caption: HTMLElement;
  /** Draws what the node says; called at once and for each change. */
  show(node: Node): void;
  /** Whether an event is the view's own and not the article's. */
  handles(event: Event): boolean;
  destroy(): void;
}

/** The view of one file. For another file ProseMirror makes another view. */
export function captionedView(initial: Node, { dom, caption, show, handles, destroy }: CaptionedOptions): NodeView {
  const draw = (node: Node) => {
    caption.classList.toggle("is-empty", node.content.size === 0);
    show(node);
  };
  draw(initial);
  return {
    dom,
    contentDOM: caption,
    update(node) {
      if (node.type !== initial.type || node.attrs.file !== initial.attrs.file) return false;
      draw(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: handles,
    ignoreMutation: (mutation) => !caption.contains(mutation.target),
    destroy,
  };
}
