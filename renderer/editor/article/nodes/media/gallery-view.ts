/** The gallery on the screen, in plain DOM: its pictures in columns, below them the fields of the active one and its own. */

import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost, isFieldEvent } from "../panels/panel-host.ts";
import type { FigureViewProps } from "./figure-view.ts";

export function createGalleryView({ node: initial, view, getPos }: FigureViewProps, parts: MediaParts): NodeView {
  const pictures = element("div", { class: "gallery-pictures" });
  const ofPicture = element("div", { class: "gallery-picture" });
  const fields = element("div", { class: "gallery-fields", contenteditable: "false" }, ofPicture);
  const dom = element("div", { class: "gallery", role: "group" }, pictures, fields);
  const panels = createPanelHost({
    view,
    getPos,
    dom,
    load: () => withPanels(({ createGalleryPanel }) => createGalleryPanel({ view, getPos, ...parts })),
    place: (panel) => fields.append(panel),
  });

  function show(node: Node): void {
    pictures.dataset.columns = String(node.attrs.columns);
    dom.setAttribute("aria-label", messages.media.galleryOf(node.childCount));
    panels.update(node);
    // The place of the active picture among the others may be another now.
    ofPicture.firstElementChild?.dispatchEvent(new Event("gallerychange"));
  }

  show(initial);
  return {
    dom,
    contentDOM: pictures,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    // Its own fields and those of the active picture, which are drawn here.
    stopEvent: (event) => isFieldEvent(event, fields),
    ignoreMutation: (mutation) => !pictures.contains(mutation.target),
    destroy: () => panels.destroy(),
  };
}
