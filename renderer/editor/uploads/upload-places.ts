/** Places of uploads are decorations, not nodes, so that no unfinished upload can be saved, copied or undone. */
import { type Node as DocNode, Fragment, type NodeType, type ResolvedPos, type Schema } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { isEmptyParagraph, nodeType } from "../article/commands/block-places.ts";

/**
 * What a file becomes. block: a separate block, or a picture in the gallery that contains the place. poster: the poster of
 * the video before the place. place: the missing file of the block after the place.
 */
export type UploadUse = "block" | "poster" | "place";

interface FileText {
  alt: string;
  caption: Fragment;
}

const NO_TEXT: FileText = { alt: "", caption: Fragment.empty };

interface Place {
  id: string;
  /** A position between two blocks of the document or two pictures of a gallery. */
  position: number;
  use: UploadUse;
  text: FileText;
}

type Change = { add: Place[] } | { filled: string } | { remove: string };

const key = new PluginKey<Place[]>("uploadPlaces");

const marked = (tr: Transaction, change: Change): Transaction => tr.setMeta(key, change);

/** @param draw creates the element of an upload @param erase is called after the element is removed */
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
        // `side` keeps the order of places at the same position.
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
  const moved = places.map((place, index) => {
    if (!tr.docChanged) return place;
    // A filled place moves only the places after it. A poster stays at its video.
    const stays = place.use === "poster" || (filled >= 0 && index < filled);
    const position = placeNear(
      tr.doc,
      tr.mapping.map(place.position, stays ? -1 : 1),
      nodeType(tr.doc.type.schema, "figure"),
    );
    return { ...place, position };
  });
  if (change === undefined) return moved;
  if ("add" in change) return [...moved, ...change.add].sort((one, other) => one.position - other.position);
  const removedId = "filled" in change ? change.filled : change.remove;
  return moved.filter((place) => place.id !== removedId);
}

/** Whether a transaction adds, fills or removes places of uploads. */
export function isUploadTransaction(tr: Transaction): boolean {
  return tr.getMeta(key) !== undefined;
}

/** Adds places in the order of `ids`. @param position between two blocks */
export function addPlaces(state: EditorState, ids: string[], position: number, use: UploadUse = "block"): Transaction {
  const add = ids.map((id) => ({ id, position, use, text: NO_TEXT }));
  return marked(state.tr, { add }).setMeta("addToHistory", false);
}

/** Adds places in a transaction that changes the document. @param places with positions after the changes */
export function addPlacesTo(
  tr: Transaction,
  places: readonly { id: string; position: number; text: FileText }[],
): Transaction {
  if (places.length === 0) return tr;
  return marked(tr, { add: places.map((place) => ({ ...place, use: "block" })) });
}

export function removePlace(state: EditorState, id: string): Transaction {
  return marked(state.tr, { remove: id }).setMeta("addToHistory", false);
}

/** Inserts the uploaded file at its place; null if the place was removed. */
export function fillPlace(state: EditorState, id: string, media: UploadedMedia): Transaction | null {
  const place = (key.getState(state) ?? []).find((each) => each.id === id);
  if (place === undefined) return null;
  if (place.use === "poster") return fillPoster(state, place, media);
  return (place.use === "place" ? fillMediaPlace(state, place, media) : null) ?? fillBlock(state, place, media);
}

function fillBlock(state: EditorState, { id, position, text }: Place, media: UploadedMedia): Transaction {
  const block = mediaBlock(state.schema, media, text);
  // A file other than a picture goes after the gallery.
  return marked(state.tr.insert(placeNear(state.doc, position, block.type), block), { filled: id });
}

function fillMediaPlace(state: EditorState, { id, position }: Place, media: UploadedMedia): Transaction | null {
  const waiting = state.doc.nodeAt(position);
  if (waiting?.type.name !== "mediaPlace") return null;
  const tr = state.tr.replaceWith(position, position + waiting.nodeSize, filledPlace(waiting, media));
  return marked(tr, { filled: id });
}

/** Inserts a fetched file into all placeholders with its source; null if there are none. */
export function fillSource(state: EditorState, source: string, media: UploadedMedia): Transaction | null {
  const { tr } = state;
  state.doc.descendants((node, position) => {
    if (node.type.name !== "mediaPlace" || node.attrs.source !== source) return;
    const from = tr.mapping.map(position);
    tr.replaceWith(from, from + node.nodeSize, filledPlace(node, media));
  });
  return tr.docChanged ? tr : null;
}

function filledPlace(waiting: DocNode, media: UploadedMedia): DocNode {
  return mediaBlock(waiting.type.schema, media, { alt: String(waiting.attrs.alt), caption: waiting.content });
}

function fillPoster(state: EditorState, { id, position }: Place, media: UploadedMedia): Transaction {
  const video = state.doc.resolve(position).nodeBefore;
  if (video?.type.name !== "video" || !media.type.startsWith("image/")) return removePlace(state, id);
  return marked(state.tr.setNodeAttribute(position - video.nodeSize, "poster", media.file_name), { filled: id });
}

function mediaBlockName(type: string): "figure" | "video" | "audio" | "fileDownload" {
  if (type.startsWith("image/")) return "figure";
  if (type.startsWith("video/")) return "video";
  return type.startsWith("audio/") ? "audio" : "fileDownload";
}

function mediaBlock(
  schema: Schema,
  { file_name: file, type }: Pick<UploadedMedia, "file_name" | "type">,
  { alt, caption }: FileText,
): DocNode {
  const name = mediaBlockName(type);
  if (name === "figure") return schema.node(name, { file, alt }, caption);
  if (name !== "fileDownload") return schema.node(name, { file, title: alt }, caption);
  return schema.node(name, { file, title: alt || caption.textBetween(0, caption.size, " ") });
}

/** New blocks go after these, not inside them. */
const UNSPLITTABLE = new Set(["listItem", "bulletList", "orderedList", "blockquote"]);

/** The depth of the nearest ancestor that can contain such a block at the position. */
function holderDepth($position: ResolvedPos, type: NodeType): number {
  for (let depth = $position.depth; depth > 0; depth--) {
    const holder = $position.node(depth);
    const index = $position.indexAfter(depth);
    if (!UNSPLITTABLE.has(holder.type.name) && holder.canReplaceWith(index, index, type)) return depth;
  }
  return 0;
}

/** The nearest position between two blocks: the position itself, or after the block that contains it. */
export function placeNear(doc: DocNode, position: number, type: NodeType): number {
  const $position = doc.resolve(position);
  const depth = holderDepth($position, type);
  return depth === $position.depth ? position : $position.after(depth + 1);
}

/** The position before the block that contains a position; null between two blocks. */
export function blockAround(doc: DocNode, position: number, type: NodeType): number | null {
  const $position = doc.resolve(position);
  const depth = holderDepth($position, type);
  return depth === $position.depth ? null : $position.before(depth + 1);
}

/** Where to insert a block at the cursor: before an empty paragraph, else after the block. */
export function placeAtSelection(state: EditorState, type: NodeType): number {
  const { $from, to, empty } = state.selection;
  const isBefore = empty && isEmptyParagraph($from.parent) && holderDepth($from, type) === $from.depth - 1;
  return isBefore ? $from.before() : placeNear(state.doc, to, type);
}
