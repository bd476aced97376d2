/** A film or a sound on the screen, in plain DOM: the browser's own player and the caption. */

import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { element } from "../../../lib/dom.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";
import type { FigureViewProps } from "./figure-view.ts";
import { createPlayer } from "./media-element.ts";

export function createPlayerView(
  kind: "video" | "audio",
  { node: initial, view, getPos }: FigureViewProps,
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
    load: () => withPanels(({ createPlayerPanel }) => createPlayerPanel(kind, { view, getPos, ...parts })),
    place: (panel) => dom.append(panel),
  });

  function show(node: Node): void {
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
