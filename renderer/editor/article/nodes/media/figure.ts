/**
 * The figure: one file of the session with its caption. Its structure is articleSchema's; here is how it is parsed,
 * copied and shown. On the screen it is plain DOM: picture, caption (which ProseMirror edits), description; all else that
 * can be said of it and done with it comes with its panel, while it is active.
 */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { fieldWriter } from "../panels/field-writer.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost, isFieldEvent, returnToBlock } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";
import { pictureInGallery } from "./gallery-changes.ts";
import { createMediaElement } from "./media-element.ts";

export const Figure = Node.create<MediaParts>({
  name: "figure",
  addAttributes: () => dataAttributes("figure"),

  /** Only a figure of this editor, with a file of this session: anything else from a clipboard is text. */
  parseHTML() {
    return [
      {
        tag: "figure[data-block=figure]",
        contentElement: "figcaption",
        getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
      },
    ];
  },

  /** For the clipboard. Without the picture: another program could not load it, and need not ask. */
  renderHTML({ HTMLAttributes }) {
    return ["figure", mergeAttributes({ "data-block": "figure" }, HTMLAttributes), ["figcaption", 0]];
  },

  addNodeView() {
    return (props) => createFigureView(props, this.options);
  },
});

let figures = 0;

function createFigureView({ node: initial, view, getPos }: NodeViewRendererProps, parts: MediaParts): NodeView {
  const file = String(initial.attrs.file);
  const media = createMediaElement(file, parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, media.dom);
  const note = element("p", { class: "figure-note", contenteditable: "false" });
  const dom = element("figure", { class: "figure" }, frame, caption);
  const isInGallery = pictureInGallery(view.state.doc, getPos() ?? 0) !== null;
  // In a gallery there is no room for it.
  const line = isInGallery ? null : createDescriptionLine(view, getPos);
  if (line !== null) dom.append(line.dom);

  const panels = createPanelHost({
    view,
    getPos,
    dom,
    of: "file",
    ...(line === null ? {} : { first: line.input, onActive: line.setActive }),
    load: () =>
      withPanels(
        ({ FigurePanel }) =>
          (node, block) =>
            createElement(FigurePanel, { block, node, frame, isInGallery, ...parts }),
      ),
    place: (panel) => dom.append(panel),
  });

  function show(node: ProseMirrorNode): void {
    const { alt, credit, href, width, focusX, focusY } = node.attrs as Record<string, string | number>;
    media.describe(String(alt));
    line?.show(String(alt));
    dom.dataset.width = String(width);
    // Where the picture is cut, as in a gallery, this point stays in sight.
    frame.style.setProperty("--focus", `${focusX}% ${focusY}%`);
    note.textContent = [credit, href === "" ? "" : messages.media.leadsTo(String(href))].filter(Boolean).join(" · ");
    if (note.textContent === "") note.remove();
    else if (!note.isConnected) caption.after(note);
    panels.update(node);
  }

  /** The description, or the marker of the focus point. */
  function isField(event: Event): boolean {
    const fields =
      event.target instanceof Element ? event.target.closest<HTMLElement>(".figure-fields, .figure-point") : null;
    return fields !== null && isFieldEvent(event, fields);
  }

  return captionedView(initial, {
    dom,
    caption,
    show,
    handles: (event) => isField(event) || panels.has(event) || media.handles(event),
    destroy() {
      panels.destroy();
      media.destroy();
    },
  });
}

function createDescriptionLine(view: EditorView, getPos: () => number | undefined) {
  figures += 1;
  const id = `figure-description-${figures}`;
  const input = element("input", {
    id,
    type: "text",
    class: "figure-description",
    autocomplete: "off",
    maxlength: "4000",
    placeholder: messages.figure.descriptionPlaceholder,
  });
  const label = element("label", { for: id, class: "figure-label" }, messages.figure.description);
  const dom = element("div", { class: "figure-fields", contenteditable: "false" }, label, input);
  const write = fieldWriter(view, getPos, dom);
  input.addEventListener("input", () => write({ alt: input.value }));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    returnToBlock(view, getPos);
  });
  input.tabIndex = -1;
  // Who reads while somebody else edits cannot type here, as what is typed would not be kept.
  dom.addEventListener("focusin", () => {
    input.readOnly = !view.editable;
  });
  return {
    dom,
    input,
    show(alt: string) {
      if (document.activeElement !== input) input.value = alt;
    },
    /** The Tab key stops only at the figure with the cursor, not at each of a hundred. */
    setActive(active: boolean) {
      input.tabIndex = active ? 0 : -1;
    },
  };
}
