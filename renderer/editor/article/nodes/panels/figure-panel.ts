/** The fields of a figure beside caption and description: credit, link, width, focus point; in a gallery, its place. */
import type { EditorView } from "@tiptap/pm/view";
import { FIGURE_WIDTHS } from "../../../../../server/article/schema.ts";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { pictureInGallery } from "../media/galleries.ts";
import { moveInGallery } from "../media/media-keys.ts";
import { takeOut } from "../take-out.ts";
import { fieldWriter } from "./field-writer.ts";
import { choiceField, type Field, textField } from "./fields.ts";
import { createFocusPoint } from "./focus-point.ts";
import { focusControl, type Panel, returnToBlock } from "./panel-host.ts";
import { focusField, linkField, mediaPanel, panelButton, panelRow } from "./panel-parts.ts";
import { createSizeRow } from "./size-row.ts";

export interface FigurePanelParts extends MediaParts {
  view: EditorView;
  getPos: () => number | undefined;
  /** Holds the picture. */
  frame: HTMLElement;
  isInGallery: boolean;
}

export function createFigurePanel(parts: FigurePanelParts): Panel {
  const { view, getPos, frame, isInGallery } = parts;
  const t = messages.media;
  const panel = mediaPanel();
  const write = fieldWriter(view, getPos, panel);
  const onDone = () => returnToBlock(view, getPos);
  const isPicture = frame.querySelector("img") !== null;
  const text = (attribute: "alt" | "credit", label: string, placeholder: string): Field =>
    textField({ label, placeholder, onInput: (value) => write({ [attribute]: value }), onDone });

  const fields: Record<string, Field> = {
    ...(isInGallery ? { alt: text("alt", messages.figure.description, messages.figure.descriptionPlaceholder) } : {}),
    credit: text("credit", t.credit, t.creditPlaceholder),
    ...(isPicture
      ? {
          href: linkField({
            label: t.link,
            placeholder: messages.link.placeholder,
            onInput: (href) => write({ href }),
            onDone,
          }),
        }
      : {}),
    ...(isInGallery
      ? {}
      : {
          width: choiceField({
            label: t.width,
            choices: FIGURE_WIDTHS.map((width) => [width, t.widths[width]] as const),
            onChange: (width) => write({ width }),
          }),
        }),
  };
  const place = isInGallery ? createPlaceRow(view, getPos) : null;
  const point = isPicture ? createFocusPoint(frame, write) : null;
  const size = isPicture ? createSizeRow(parts) : null;
  panel.addEventListener("gallerychange", () => place?.show());
  panel.append(
    ...[place?.dom, ...Object.values(fields).map((field) => field.dom), point?.dom, size?.dom].filter(
      (dom) => dom !== undefined,
    ),
  );

  return {
    dom: panel,
    show(node) {
      for (const [attribute, field] of Object.entries(fields)) field.show(node.attrs[attribute]);
      place?.show();
      point?.show(node);
      size?.show(String(node.attrs.file));
    },
    focus(control) {
      if (control === undefined) focusField(Object.values(fields)[0]);
      else panel.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
    },
    hidden: () => point?.close(),
    destroy: () => point?.close(),
  };
}

/** Where a picture stands in its gallery, and the buttons that move it and take it out. */
function createPlaceRow(view: EditorView, getPos: () => number | undefined) {
  const t = messages.media;
  const words = element("strong", { class: "media-row-title" });
  const move = (label: string, step: 1 | -1): HTMLButtonElement => {
    const button = panelButton(label, () => {
      const position = getPos();
      if (position === undefined || !moveInGallery(view, position, step)) return;
      // The picture may have got a new view, with fields of its own.
      focusControl(view.nodeDOM(view.state.selection.from), step < 0 ? "left" : "right");
    });
    button.dataset.control = step < 0 ? "left" : "right";
    return button;
  };
  const left = move(t.moveLeft, -1);
  const right = move(t.moveRight, 1);
  const remove = panelButton(t.removePicture, () => takeOut(view, getPos()));
  return {
    dom: panelRow(words, left, right, remove),
    show() {
      const place = pictureInGallery(view.state.doc, getPos() ?? 0);
      if (place === null) return;
      words.textContent = t.pictureOf(place.index + 1, place.count);
      left.setAttribute("aria-disabled", String(place.index === 0));
      right.setAttribute("aria-disabled", String(place.index === place.count - 1));
    },
  };
}
