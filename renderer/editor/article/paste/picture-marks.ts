/** Marks for pictures in pasted text, which become uploads or placeholders after the paste. */

import { DOMParser, Fragment } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { randomId } from "../../ui/lib/browser.ts";
import { addPlacesTo, placeNear } from "../../uploads/upload-places.ts";
import { nodeType } from "../commands/block-places.ts";

/** The random name cannot occur in a clipboard. */
const NAME = `galley-picture-${randomId()}-`;

const MARK = new RegExp(`⟦${NAME}(\\d+)⟧`, "g");

export interface PastedPicture {
  /** Null if the clipboard has only a URL, which this page may not fetch. */
  file: File | null;
  /** The URL that Galley can fetch; "" for none. */
  source: string;
  about: string;
  /** Contains a clean paragraph. */
  caption: Element | null;
}

export const markOf = (index: number): string => `⟦${NAME}${index}⟧`;

/** HTML without the marks, with captions as paragraphs. */
export function withoutMarks(html: string, pictures: readonly PastedPicture[]): string {
  const mark = new RegExp(`<p>${MARK.source}</p>|${MARK.source}`, "g");
  return html.replaceAll(mark, (_all, alone, index) => pictures[Number(alone ?? index)]?.caption?.innerHTML ?? "");
}

/** After a paste, turns each mark into an upload or a placeholder, with its caption. */
export function placePictures(
  state: EditorState,
  pictures: readonly PastedPicture[],
  upload: (file: File) => string,
): Transaction {
  const { tr, schema } = state;
  const mediaPlace = nodeType(schema, "mediaPlace");
  const figure = nodeType(schema, "figure");
  const parser = DOMParser.fromSchema(schema);
  /** Position of each picture, valid after the given number of steps. */
  const spots = new Map<number, { position: number; steps: number }>();
  // In reverse order, so that earlier positions stay valid.
  for (const { index, from, to } of marksOf(state).reverse())
    spots.set(index, { position: removeMark(tr, from, to), steps: tr.steps.length });
  const places = pictures.flatMap(({ file, source, about: alt, caption: read }, index) => {
    const spot = spots.get(index);
    // A picture whose mark was lost is inserted at the cursor.
    const position = spot === undefined ? tr.selection.to : tr.mapping.slice(spot.steps).map(spot.position);
    const caption = read === null ? Fragment.empty : parser.parse(read, { topNode: mediaPlace.create() }).content;
    if (file !== null)
      return [{ id: upload(file), position: placeNear(tr.doc, position, figure), text: { alt, caption } }];
    tr.insert(placeNear(tr.doc, position, mediaPlace), mediaPlace.create({ source, alt }, caption));
    return [];
  });
  return addPlacesTo(tr, places);
}

function marksOf({ doc }: EditorState): { index: number; from: number; to: number }[] {
  const marks: ReturnType<typeof marksOf> = [];
  doc.descendants((node, position) => {
    for (const { 0: mark, 1: number, index } of (node.text ?? "").matchAll(MARK))
      marks.push({ index: Number(number), from: position + index, to: position + index + mark.length });
  });
  return marks;
}

/** Removes a mark, and its paragraph if that has no other content. @returns the position of the picture */
function removeMark(tr: Transaction, from: number, to: number): number {
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
