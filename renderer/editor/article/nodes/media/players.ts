/** Films and sounds with their captions. On the screen they are plain DOM: the browser's own player and the caption. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";
import { createPlayer } from "./media-element.ts";

export const Video = playerNode("video");
export const Audio = playerNode("audio");

/** From a clipboard only where the file is one of this session. */
function playerNode(kind: "video" | "audio") {
  return Node.create<MediaParts>({
    name: kind,
    addAttributes: () => dataAttributes(kind),

    parseHTML() {
      return [
        {
          tag: `figure[data-block=${kind}]`,
          contentElement: "figcaption",
          getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
        },
      ];
    },

    renderHTML({ HTMLAttributes }) {
      return ["figure", mergeAttributes({ "data-block": kind }, HTMLAttributes), ["figcaption", 0]];
    },

    addNodeView() {
      return (props) => createPlayerView(kind, props, this.options);
    },
  });
}

function createPlayerView(
  kind: "video" | "audio",
  { node: initial, view, getPos }: NodeViewRendererProps,
  parts: MediaParts,
): NodeView {
  const file = String(initial.attrs.file);
  const player = createPlayer(kind, file, parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, player.dom);
  const dom = element("figure", { class: "figure" }, frame, caption);
  const panels = createPanelHost({
    view,
    getPos,
    dom,
    of: "file",
    load: () =>
      withPanels(
        ({ PlayerPanel }) =>
          (node, block) =>
            createElement(PlayerPanel, { block, node, queue: parts.queue }),
      ),
    place: (panel) => dom.append(panel),
  });

  function show(node: ProseMirrorNode): void {
    player.describe(String(node.attrs.title));
    if (kind === "video") player.showPoster(String(node.attrs.poster));
    panels.update(node);
  }

  return captionedView(initial, {
    dom,
    caption,
    show,
    handles: (event) => panels.has(event) || player.handles(event),
    destroy() {
      panels.destroy();
      player.destroy();
    },
  });
}
