/** The figure on the screen, in plain DOM: picture, caption (which ProseMirror edits), description, remove. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { element } from "../dom.ts";
import type { FileBook } from "../file-book.ts";
import { messages } from "../messages.ts";
import { createMediaElement } from "./media-element.ts";

let figures = 0;

export function createFigureView(
  initial: Node,
  view: EditorView,
  getPos: () => number | undefined,
  files: FileBook,
): NodeView {
  figures += 1;
  const file = String(initial.attrs.file);
  const inputId = `figure-description-${figures}`;
  const media = createMediaElement(file, files);
  const caption = element("figcaption", {
    class: "figure-caption",
    "data-placeholder": messages.figure.captionPlaceholder,
  });
  const input = element("input", {
    id: inputId,
    type: "text",
    class: "figure-description",
    autocomplete: "off",
    maxlength: "4000",
    placeholder: messages.figure.descriptionPlaceholder,
  });
  const label = element("label", { for: inputId, class: "figure-label" }, messages.figure.description);
  const remove = element("button", { type: "button", class: "figure-remove" }, messages.figure.remove);
  const fields = element("div", { class: "figure-fields", contenteditable: "false" }, label, input, remove);
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, media.dom);
  const dom = element("figure", { class: "figure" }, frame, caption, fields);

  function show(node: Node): void {
    const alt = String(node.attrs.alt);
    media.describe(alt);
    if (document.activeElement !== input) input.value = alt;
    caption.classList.toggle("is-empty", node.content.size === 0);
  }

  input.addEventListener("input", () => {
    const position = getPos();
    if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, "alt", input.value));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    view.focus();
  });
  remove.addEventListener("click", () => {
    const position = getPos();
    const node = position === undefined ? null : view.state.doc.nodeAt(position);
    if (position === undefined || node === null) return;
    const only = view.state.doc.childCount === 1 && position === 0;
    const tr = view.state.tr;
    // A document is never without a block.
    if (only) tr.replaceWith(0, node.nodeSize, view.state.schema.nodes.paragraph?.create() ?? []);
    else tr.delete(position, position + node.nodeSize);
    view.dispatch(tr);
    view.focus();
  });

  show(initial);
  return {
    dom,
    contentDOM: caption,
    update(node) {
      if (node.type !== initial.type || node.attrs.file !== file) return false;
      show(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => fields.contains(event.target as globalThis.Node) || media.handles(event),
    ignoreMutation: (mutation) => !caption.contains(mutation.target),
    destroy: () => media.destroy(),
  };
}
