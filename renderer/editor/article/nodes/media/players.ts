import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { element } from "../../../ui/lib/dom.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { drawWith } from "../panels/load-panels.ts";
import { createCaption, createFileView, parseFigure, renderFigure } from "./file-view.ts";
import { createPlayer } from "./media-element.ts";

export const Video = playerNode("video");
export const Audio = playerNode("audio");

function playerNode(kind: "video" | "audio") {
  return Node.create<MediaParts>({
    name: kind,
    addAttributes: () => dataAttributes(kind),
    parseHTML() {
      return parseFigure(kind, this.options.files);
    },
    renderHTML: renderFigure(kind),
    addNodeView() {
      return (props) => createPlayerView(kind, props, this.options);
    },
  });
}

function createPlayerView(kind: "video" | "audio", props: NodeViewRendererProps, parts: MediaParts): NodeView {
  const player = createPlayer(kind, String(props.node.attrs.file), parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, player.dom);
  return createFileView(props, {
    dom: element("figure", { class: "figure" }, frame, caption),
    contentDOM: caption,
    load: () => drawWith(({ PlayerPanel }, panel) => createElement(PlayerPanel, { ...panel, queue: parts.queue })),
    show({ attrs }) {
      player.describe(String(attrs.title));
      if (kind === "video") player.showPoster(String(attrs.poster));
    },
    handles: player.handles,
    destroy: player.destroy,
  });
}
