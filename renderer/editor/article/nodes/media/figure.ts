/** Figure, video and audio: one file of the session with a caption and a settings bar. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { MediaParts } from "../../../uploads/assets.ts";
import { createBlockView, createCaption } from "../block-view.ts";
import { copiedFigure, ofKnownFile } from "../data-attributes.ts";
import { fieldWriter, isFieldEvent, returnToBlock } from "../panels/panel.ts";
import { pictureInGallery } from "./media-commands.ts";
import { createMediaElement, createPlayer } from "./media-element.ts";

type Kind = "figure" | "video" | "audio";

const fileNode = (kind: Kind, createView: (kind: Kind, props: NodeViewRendererProps, parts: MediaParts) => NodeView) =>
  Node.create<MediaParts>({
    ...copiedFigure(kind),
    parseHTML() {
      return ofKnownFile(copiedFigure(kind).parseHTML(), this.options.files);
    },
    addNodeView() {
      return (props) => createView(kind, props, this.options);
    },
  });

export const Figure = fileNode("figure", createFigureView);
export const Video = fileNode("video", createPlayerView);
export const Audio = fileNode("audio", createPlayerView);

let figures = 0;

function createFigureView(_: Kind, props: NodeViewRendererProps, parts: MediaParts): NodeView {
  const { view, getPos } = props;
  const media = createMediaElement(String(props.node.attrs.file), parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, media.dom);
  const note = element("p", { class: "figure-note", contenteditable: "false" });
  const dom = element("figure", { class: "figure" }, frame, caption);
  const isInGallery = pictureInGallery(view.state.doc, getPos() ?? 0) !== null;
  // In a gallery, the description is in the bar.
  const description = isInGallery ? null : createDescription(view, getPos);
  if (description !== null) dom.append(description.dom);

  function isField(event: Event): boolean {
    const fields =
      event.target instanceof Element ? event.target.closest<HTMLElement>(".figure-fields, .figure-point") : null;
    return fields !== null && isFieldEvent(event, fields);
  }

  return createBlockView(props, {
    of: "file",
    dom,
    contentDOM: caption,
    ...(description !== null && { first: description.input, onActive: description.setActive }),
    fields: ({ FigurePanel }) => createElement(FigurePanel, { frame, isInGallery, ...parts }),
    show(node) {
      const { alt, credit, href, width, focusX, focusY } = node.attrs as Record<string, string | number>;
      media.describe(String(alt));
      description?.show(String(alt));
      dom.dataset.width = String(width);
      // The object-position of a cropped picture.
      frame.style.setProperty("--focus", `${focusX}% ${focusY}%`);
      note.textContent = [credit, href === "" ? "" : messages.media.linksTo(String(href))].filter(Boolean).join(" · ");
      if (note.textContent === "") note.remove();
      else if (!note.isConnected) caption.after(note);
    },
    handles: (event) => isField(event) || media.handles(event),
    destroy: media.destroy,
  });
}

function createDescription(view: EditorView, getPos: () => number | undefined) {
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
  const dom = element("div", { class: "figure-fields row", contenteditable: "false" }, label, input);
  const write = fieldWriter(view, getPos, dom);
  input.addEventListener("input", () => write({ alt: input.value }));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    returnToBlock(view, getPos);
  });
  input.tabIndex = -1;
  // In a read-only tab the change would not be saved.
  dom.addEventListener("focusin", () => {
    input.readOnly = !view.editable;
  });
  return {
    dom,
    input,
    show(alt: string) {
      if (document.activeElement !== input) input.value = alt;
    },
    /** Only the figure with the cursor is a tab stop. */
    setActive(active: boolean) {
      input.tabIndex = active ? 0 : -1;
    },
  };
}

function createPlayerView(kind: Kind, props: NodeViewRendererProps, parts: MediaParts): NodeView {
  const player = createPlayer(kind === "video" ? "video" : "audio", String(props.node.attrs.file), parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, player.dom);
  return createBlockView(props, {
    of: "file",
    dom: element("figure", { class: "figure" }, frame, caption),
    contentDOM: caption,
    fields: ({ PlayerPanel }) => createElement(PlayerPanel, { queue: parts.queue }),
    show({ attrs }) {
      player.describe(String(attrs.title));
      if (kind === "video") player.showPoster(String(attrs.poster));
    },
    handles: player.handles,
    destroy: player.destroy,
  });
}
