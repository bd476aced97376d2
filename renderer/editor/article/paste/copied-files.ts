/**
 * The files of copied blocks: a signed clip in the HTML grants access to them. A paste that waits for them is inserted at
 * its original place, even if the journalist has continued to type.
 */
import { DOMSerializer, type Schema } from "@tiptap/pm/model";
import { Plugin, PluginKey, Selection, type SelectionBookmark, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { CLIP_ATTRIBUTE, MAX_HTML } from "../../ui/lib/clipboard-html.ts";
import { jsonAttribute } from "../../ui/lib/dom.ts";
import type { MediaParts } from "../../uploads/assets.ts";

/** ms. After the timeout, the paste is inserted with placeholders for its files. */
const MAX_WAIT_MS = 6_000;

export interface DeferredPaste {
  html: string;
  problem: string;
}

/** @returns null for a paste without files to copy */
export function deferredPaste(html: string, { files, imports }: MediaParts): Promise<DeferredPaste> | null {
  const copied = html.length <= MAX_HTML ? copiedFiles(html) : null;
  return copied === null || imports.isOwn(copied.clip) ? null : withFiles(copied, { files, imports });
}

async function withFiles(
  { clip, files: names, rename }: NonNullable<ReturnType<typeof copiedFiles>>,
  { files, imports }: Pick<MediaParts, "files" | "imports">,
): Promise<DeferredPaste> {
  const copies = new Map<string, string>();
  let problem = "";
  try {
    const copied = await within(MAX_WAIT_MS, imports.copy(clip, names));
    for (const [name, media] of Object.entries(copied?.files ?? {})) {
      files.add(media);
      copies.set(name, media.file_name);
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  return { html: rename(copies), problem };
}

/** Resolves to undefined on a timeout. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))]);
}

type Places = ReadonlyMap<object, SelectionBookmark>;

const key = new PluginKey<Places>("deferredPaste");

export function deferredPlaces(): Plugin<Places> {
  return new Plugin({
    key,
    state: {
      init: () => new Map(),
      apply(tr, places: Places) {
        const change = tr.getMeta(key) as { id: object; place: SelectionBookmark | null } | undefined;
        if (change === undefined && (places.size === 0 || !tr.docChanged)) return places;
        const next = new Map([...places].map(([id, place]) => [id, place.map(tr.mapping)] as const));
        if (change?.place != null) next.set(change.id, change.place);
        else if (change !== undefined) next.delete(change.id);
        return next;
      },
    },
  });
}

/** A place before any text that is typed at the position. */
function placeBefore(position: number): SelectionBookmark {
  return {
    map: (mapping) => placeBefore(mapping.map(position, -1)),
    resolve: (doc) => Selection.near(doc.resolve(position)),
  };
}

const placeOf = (selection: Selection): SelectionBookmark =>
  selection instanceof TextSelection && selection.empty ? placeBefore(selection.from) : selection.getBookmark();

/** Defers a drop. @param drop its `again` drops other data at the same text @returns false outside the article */
export function deferDrop<Late>(
  view: EditorView,
  event: DragEvent,
  waiting: Promise<Late>,
  drop: (late: Late, again: (data: DataTransfer) => void) => void,
): boolean {
  const { clientX: left, clientY: top, altKey, ctrlKey, metaKey, shiftKey } = event;
  const found = view.posAtCoords({ left, top });
  if (found === null) return false;
  event.preventDefault();
  const at = Selection.near(view.state.doc.resolve(found.pos)).from;
  const before = view.coordsAtPos(at);
  void pasteLater(view, waiting, at, (late) =>
    drop(late, (dataTransfer) => {
      const after = view.coordsAtPos(view.state.selection.from);
      const clientX = left + after.left - before.left;
      const clientY = top + after.top - before.top;
      const init = { dataTransfer, clientX, clientY, altKey, ctrlKey, metaKey, shiftKey };
      view.dom.dispatchEvent(new DragEvent("drop", { ...init, bubbles: true, cancelable: true }));
    }),
  );
  return true;
}

/** Restores the selection and calls `paste` when `waiting` resolves. @param at position; null for the selection */
export async function pasteLater<Late>(
  view: EditorView,
  waiting: Promise<Late>,
  at: number | null,
  paste: (late: Late) => void,
): Promise<void> {
  const id = {};
  const place = at === null ? placeOf(view.state.selection) : placeBefore(at);
  view.dispatch(view.state.tr.setMeta(key, { id, place }));
  const late = await waiting;
  if (view.isDestroyed) return;
  const { doc, selection } = view.state;
  const goal = key.getState(view.state)?.get(id)?.resolve(doc) ?? selection;
  const cursor = at === null && !goal.eq(selection) ? selection.getBookmark() : null;
  view.dispatch(view.state.tr.setSelection(goal).setMeta(key, { id, place: cursor }));
  paste(late);
  const left = key.getState(view.state)?.get(id);
  if (left === undefined) return;
  const { tr } = view.state;
  view.dispatch(tr.setSelection(left.resolve(tr.doc)).setMeta(key, { id, place: null }));
}

const NAMES = ["data-file", "data-poster"] as const;

/** Adds the clip to the HTML only. */
export function clipSerializer(schema: Schema, clip: () => string): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  const serializer = new DOMSerializer(nodes, marks);
  const serialize = serializer.serializeFragment.bind(serializer);
  serializer.serializeFragment = (...args) => {
    const dom = serialize(...args);
    dom.querySelector(NAMES.map((name) => `[${name}]`).join())?.setAttribute(CLIP_ATTRIBUTE, clip());
    return dom;
  };
  return serializer;
}

/** @returns null for HTML without a clip */
function copiedFiles(html: string) {
  if (!html.includes(CLIP_ATTRIBUTE)) return null;
  const page = new DOMParser().parseFromString(html, "text/html");
  const clip = page.querySelector(`[${CLIP_ATTRIBUTE}]`)?.getAttribute(CLIP_ATTRIBUTE) ?? "";
  const places = NAMES.flatMap((name) =>
    [...page.querySelectorAll(`[${name}]`)].flatMap((block) => {
      const file = jsonAttribute(block, name);
      return typeof file === "string" && file !== "" ? [{ block, name, file }] : [];
    }),
  );
  if (clip === "" || places.length === 0) return null;
  return {
    clip,
    files: [...new Set(places.map(({ file }) => file))],
    /** The HTML with the file names in this session; the names of missing files are empty. */
    rename(names: ReadonlyMap<string, string>): string {
      for (const { block, name, file } of places) block.setAttribute(name, JSON.stringify(names.get(file) ?? ""));
      return page.body.innerHTML;
    },
  };
}
