/**
 * Where the uploads under way will stand in the article. A place is a decoration, not a node: nothing half-uploaded can
 * be saved, copied or undone into.
 */
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { UploadedMedia } from "../../../server/editor/editor-api.ts";

interface Place {
  id: string;
  /** Between two blocks of the document. */
  position: number;
}

type Change = { add: Place[] } | { filled: string } | { remove: string };

const key = new PluginKey<Place[]>("uploadPlaces");

/**
 * @param draw makes the element of an upload
 * @param erase is called when that element has left the screen
 */
export function uploadPlaces(draw: (id: string) => HTMLElement, erase: (dom: Node) => void): Plugin<Place[]> {
  return new Plugin<Place[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, places) => applyChange(tr, places),
    },
    props: {
      decorations(state) {
        const places = key.getState(state) ?? [];
        // The side keeps places at one position in their order.
        const widgets = places.map(({ id, position }, index) =>
          Decoration.widget(position, () => draw(id), {
            key: id,
            side: -places.length + index,
            ignoreSelection: true,
            stopEvent: () => true,
            destroy: erase,
          }),
        );
        return DecorationSet.create(state.doc, widgets);
      },
    },
  });
}

function applyChange(tr: Transaction, places: Place[]): Place[] {
  const change = tr.getMeta(key) as Change | undefined;
  const filled =
    change !== undefined && "filled" in change ? places.findIndex((place) => place.id === change.filled) : -1;
  const mapped = places.map((place, index) => {
    if (!tr.docChanged) return place;
    // A filled place pushes on those that come after it, and only those.
    const position = tr.mapping.map(place.position, filled >= 0 && index < filled ? -1 : 1);
    return { id: place.id, position: betweenBlocks(tr, position) };
  });
  if (change === undefined) return mapped;
  if ("add" in change) return [...mapped, ...change.add].sort((one, other) => one.position - other.position);
  const gone = "filled" in change ? change.filled : change.remove;
  return mapped.filter((place) => place.id !== gone);
}

function betweenBlocks(tr: Transaction, position: number): number {
  const $position = tr.doc.resolve(position);
  return $position.depth === 0 ? position : $position.after(1);
}

/** Adds places in the order of `ids`. @param position between two blocks */
export function addPlaces(state: EditorState, ids: string[], position: number): Transaction {
  const change: Change = { add: ids.map((id) => ({ id, position })) };
  return state.tr.setMeta(key, change).setMeta("addToHistory", false);
}

export function removePlace(state: EditorState, id: string): Transaction {
  const change: Change = { remove: id };
  return state.tr.setMeta(key, change).setMeta("addToHistory", false);
}

/** Puts the uploaded file where its place is; null where the place is gone. */
export function fillPlace(state: EditorState, id: string, media: UploadedMedia): Transaction | null {
  const place = (key.getState(state) ?? []).find((each) => each.id === id);
  const figure = state.schema.nodes.figure?.create({ file: media.file_name });
  if (place === undefined || figure === undefined) return null;
  const change: Change = { filled: id };
  return state.tr.insert(place.position, figure).setMeta(key, change);
}

/** The place between two blocks for a picture that comes in at the cursor: before an empty paragraph, else after the block. */
export function placeAtSelection(state: EditorState): number {
  const { $from, $to } = state.selection;
  if ($from.depth === 0) return $to.pos;
  const emptyParagraph = $from.depth === 1 && $from.parent.content.size === 0;
  return emptyParagraph ? $from.before(1) : $to.depth === 0 ? $to.pos : $to.after(1);
}
