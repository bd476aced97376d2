/** A film or a sound on the screen, in plain DOM: the browser's own player and the caption. */
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { element } from "../../dom.ts";
import { messages } from "../../messages.ts";
import type { FigureViewProps } from "../figure-view.ts";
import { createPlayer } from "../media-element.ts";
import type { MediaParts } from "../media-parts.ts";
import { createPanelHost } from "../panel-host.ts";

export function createPlayerView(
  kind: "video" | "audio",
  { node: initial, view, getPos }: FigureViewProps,
  parts: MediaParts,
): NodeView {
  const file = String(initial.attrs.file);
  const player = createPlayer(kind, file, parts.files);
  const caption = element("figcaption", {
    class: "figure-caption",
    "data-placeholder": messages.figure.captionPlaceholder,
  });
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, player.dom);
  const dom = element("figure", { class: "figure" }, frame, caption);
  const panels = createPanelHost({
    view,
    getPos,
    dom,
    load: async () => {
      const { createPlayerPanel } = await import("../panels/all-panels.ts");
      return createPlayerPanel(kind, { view, getPos, ...parts });
    },
    place: (panel) => dom.append(panel),
  });

  function show(node: Node): void {
    player.describe(String(node.attrs.title));
    if (kind === "video") player.showPoster(String(node.attrs.poster));
    caption.classList.toggle("is-empty", node.content.size === 0);
    panels.update(node);
  }

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
    stopEvent: (event) => panels.has(event) || player.handles(event),
    ignoreMutation: (mutation) => !caption.contains(mutation.target),
    destroy() {
      panels.destroy();
      player.destroy();
    },
  };
}
