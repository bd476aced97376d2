/** Marks for pictures and captions in pasted text, which become uploads or placeholders after the paste. */

import { Fragment } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { randomId } from "../../ui/lib/browser.ts";
import { addPlacesTo, placeNear } from "../../uploads/upload-places.ts";
import { nodeType } from "../commands/block-places.ts";

/** The random name cannot occur in a clipboard. */
const NAME = `galley-picture-${randomId()}-`;

export interface PastedPicture {
  /** Null if the clipboard has only a URL, which this page may not fetch. */
  file: File | null;
  /** The URL that Galley can fetch; "" for none. */
  source: string;
  about: string;
}

interface PictureMark {
  index: number;
  kind: "picture" | "caption" | "end";
  from: number;
  to: number;
}

export const markOf = (index: number): string => `⟦${NAME}${index}⟧`;

/** The marks before and after a caption. @param mark of the picture */
export function captionMarks(mark: string): [begin: string, end: string] {
  return [mark.replace("⟧", "c⟧"), mark.replace("⟧", "e⟧")];
}

/** HTML without the marks and without paragraphs that contain only a mark. */
export function withoutMarks(html: string): string {
  return html.replaceAll(new RegExp(`<p>⟦${NAME}\\d+⟧</p>|⟦${NAME}\\d+[ce]?⟧`, "g"), "");
}

/** After a paste, turns each mark into an upload or a placeholder, with its caption. */
export function placePictures(
  state: EditorState,
  pictures: readonly PastedPicture[],
  upload: (file: File) => string,
): Transaction {
  const { tr } = state;
  const mediaPlace = nodeType(state.schema, "mediaPlace");
  const figure = nodeType(state.schema, "figure");
  const captions = new Map<number, Fragment>();
  const ends = new Map<number, PictureMark & { steps: number }>();
  /** Position of each picture, valid after the given number of steps. */
  const spots = new Map<number, { position: number; steps: number }>();
  const insertPlace = ({ source, about }: PastedPicture, index: number, position: number): void => {
    const block = mediaPlace.create({ source, alt: about }, captions.get(index));
    tr.insert(placeNear(tr.doc, position, mediaPlace), block);
  };
  // In reverse order, so that earlier positions stay valid.
  for (const mark of marksOf(state).reverse()) {
    const picture = pictures[mark.index];
    if (mark.kind === "end") ends.set(mark.index, { ...mark, steps: tr.steps.length });
    else if (mark.kind === "caption") {
      const end = ends.get(mark.index);
      if (end !== undefined) captions.set(mark.index, takeCaption(tr, mark, end));
      else tr.delete(mark.from, mark.to);
    } else {
      const position = removeMark(tr, mark);
      spots.set(mark.index, { position, steps: tr.steps.length });
      if (picture?.file === null) insertPlace(picture, mark.index, position);
    }
  }
  for (const [index, { from, to, steps }] of ends) {
    const since = tr.mapping.slice(steps);
    if (!captions.has(index)) tr.delete(since.map(from), since.map(to));
  }
  const places = pictures.flatMap((picture, index) => {
    const spot = spots.get(index);
    // A picture whose mark was lost is inserted at the cursor.
    const position = spot === undefined ? tr.selection.to : tr.mapping.slice(spot.steps).map(spot.position);
    const { file, about } = picture;
    if (file === null) {
      if (spot === undefined) insertPlace(picture, index, position);
      return [];
    }
    const text = { alt: about, caption: captions.get(index) ?? Fragment.empty };
    return [{ id: upload(file), position: placeNear(tr.doc, position, figure), text }];
  });
  return addPlacesTo(tr, places);
}

function marksOf({ doc }: EditorState): PictureMark[] {
  const marks: PictureMark[] = [];
  doc.descendants((node, position) => {
    for (const found of (node.text ?? "").matchAll(new RegExp(`⟦${NAME}(\\d+)([ce]?)⟧`, "g"))) {
      const from = position + found.index;
      const kind = found[2] === "c" ? "caption" : found[2] === "e" ? "end" : "picture";
      marks.push({ index: Number(found[1]), kind, from, to: from + found[0].length });
    }
  });
  return marks;
}

function takeCaption(tr: Transaction, begin: PictureMark, end: PictureMark): Fragment {
  if (tr.doc.resolve(begin.to).sameParent(tr.doc.resolve(end.from))) {
    const caption = tr.doc.slice(begin.to, end.from).content;
    removeMark(tr, { ...begin, to: end.to });
    return caption;
  }
  tr.delete(end.from, end.to);
  tr.delete(begin.from, begin.to);
  return Fragment.empty;
}

/** Removes a mark, and its paragraph if that has no other content. @returns the position of the picture */
function removeMark(tr: Transaction, { from, to }: PictureMark): number {
  const $from = tr.doc.resolve(from);
  const before = $from.before();
  const isAlone = $from.parent.content.size === to - from;
  const isAtStart = $from.parentOffset === 0;
  const isNeeded = $from.node(-1).childCount === 1 || tr.selection.$head.sameParent($from);
  if (isAlone && !isNeeded) tr.delete(before, $from.after());
  else tr.delete(from, to);
  // A picture in the middle of a paragraph follows the paragraph.
  return isAtStart ? before : tr.doc.resolve(from).after();
}
