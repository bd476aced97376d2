/**
 * After a paste: each mark becomes the place of an upload, or a note where a picture stood whose bytes did not come. The
 * note begins with TK, so the list of what to look at before a save leads to it.
 */
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { insertPoint } from "@tiptap/pm/transform";
import { nodeType } from "../../lib/node-type.ts";
import { messages } from "../../messages/index.ts";
import { addPlacesTo, placeNear } from "../../uploads/upload-places.ts";
import { marksIn, type PastedPicture } from "./pasted-html.ts";

interface Mark {
  index: number;
  from: number;
  to: number;
}

/** @param upload begins to bring a file in. @returns its id */
export function settlePictures(
  state: EditorState,
  pictures: readonly PastedPicture[],
  upload: (file: File) => string,
): Transaction {
  const { tr } = state;
  const figure = nodeType(state.schema, "figure");
  const spots = new Map<number, { position: number; steps: number }>();
  // From the last to the first, so that the places of those before stay as they are.
  for (const mark of marksOf(state).reverse()) {
    const picture = pictures[mark.index];
    if (picture?.file === null) note(tr, mark, picture.about);
    else spots.set(mark.index, { position: takeOut(tr, mark), steps: tr.steps.length });
  }
  const places = pictures.flatMap(({ file }, index) => {
    if (file === null) return [];
    const spot = spots.get(index);
    // One whose mark did not get through still comes in, at the cursor.
    const position = spot === undefined ? tr.selection.to : tr.mapping.slice(spot.steps).map(spot.position);
    return [{ id: upload(file), position: placeNear(tr.doc, position, figure) }];
  });
  return addPlacesTo(tr, places);
}

function marksOf({ doc }: EditorState): Mark[] {
  const marks: Mark[] = [];
  doc.descendants((node, position) => {
    for (const { index, from, to } of marksIn(node.text ?? ""))
      marks.push({ index, from: position + from, to: position + to });
  });
  return marks;
}

/** Removes a mark, and its paragraph where nothing else is in it. @returns where its picture goes */
function takeOut(tr: Transaction, { from, to }: Mark): number {
  const $from = tr.doc.resolve(from);
  const before = $from.before();
  const isAlone = $from.parent.content.size === to - from;
  const isAtStart = $from.parentOffset === 0;
  const isNeeded = $from.node(-1).childCount === 1 || tr.selection.$head.sameParent($from);
  if (isAlone && !isNeeded) tr.delete(before, $from.after());
  else tr.delete(from, to);
  // In the middle of words, which stay together, it comes after them.
  return isAtStart ? before : tr.doc.resolve(from).after();
}

function note(tr: Transaction, { from, to }: Mark, about: string): void {
  const words = messages.writing.paste.lostPicture(about);
  const $from = tr.doc.resolve(from);
  if ($from.parent.content.size === to - from) {
    tr.insertText(words, from, to);
    return;
  }
  const paragraph = nodeType(tr.doc.type.schema, "paragraph");
  const wanted = $from.parentOffset === 0 ? $from.before() : $from.after() - (to - from);
  tr.delete(from, to);
  const place = insertPoint(tr.doc, wanted, paragraph);
  if (place !== null) tr.insert(place, paragraph.create(null, tr.doc.type.schema.text(words)));
}
