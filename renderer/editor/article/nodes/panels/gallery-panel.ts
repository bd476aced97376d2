/** The fields of a gallery: how many columns, more pictures, taking it apart, taking it out. */
import type { EditorView } from "@tiptap/pm/view";
import { MAX_GALLERY_COLUMNS } from "../../../../../server/article/schema.ts";
import { messages } from "../../../messages/index.ts";
import { chooseFiles } from "../../../uploads/choose-files.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { insertFiles } from "../../../uploads/picture-input.ts";
import { galleryApart } from "../media/gallery-making.ts";
import { takeOut } from "../take-out.ts";
import { fieldWriter } from "./field-writer.ts";
import { choiceField } from "./fields.ts";
import type { Panel } from "./panel-host.ts";
import { focusField, mediaPanel, panelButton, panelRow } from "./panel-parts.ts";

export interface GalleryPanelParts extends MediaParts {
  view: EditorView;
  getPos: () => number | undefined;
}

export function createGalleryPanel({ view, getPos, queue }: GalleryPanelParts): Panel {
  const t = messages.media;
  const panel = mediaPanel();
  const write = fieldWriter(view, getPos, panel);
  const numbers = Array.from({ length: MAX_GALLERY_COLUMNS }, (_, index) => String(index + 1));
  const columns = choiceField({
    label: t.columns,
    choices: numbers.map((number) => [number, number] as const),
    onChange: (value) => write({ columns: Number(value) }),
  });
  const add = panelButton(t.addPictures, () =>
    chooseFiles("image/*", t.addPictures, true, (files) => {
      const position = getPos();
      const gallery = position === undefined ? null : view.state.doc.nodeAt(position);
      if (position === undefined || gallery === null) return;
      insertFiles(view, queue, files, { position: position + gallery.nodeSize - 1 });
    }),
  );
  const apart = panelButton(t.takeApart, () => {
    const tr = galleryApart(view.state, getPos() ?? 0);
    if (tr === null) return;
    view.dispatch(tr);
    view.focus();
  });
  const remove = panelButton(t.removeGallery, () => takeOut(view, getPos()));
  panel.append(panelRow(columns.dom, add, apart, remove));
  return {
    dom: panel,
    show: (node) => columns.show(node.attrs.columns),
    focus: () => focusField(columns),
  };
}
