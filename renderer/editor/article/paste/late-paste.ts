/**
 * A paste that has to wait a moment: for files of another article, which the appliance gives this one, or for pictures that a
 * word processor put into the clipboard as RTF. It comes in where it was pasted, also when somebody goes on writing.
 */
import { Plugin, PluginKey, type SelectionBookmark } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { MAX_HTML, withoutPictures } from "../../lib/clipboard-html.ts";
import type { MediaParts } from "../../uploads/media-parts.ts";
import { copiedFiles } from "./clip.ts";
import { PICTURES_ON_DISK } from "./pasted-html.ts";

/** ms that a paste waits for the appliance; then it comes in with places for its files. */
const LONGEST_WAIT_MS = 6_000;

export interface LatePaste {
  html: string;
  /** @see PasteContext */
  disk: readonly (File | null)[];
  /** Why files did not come along, in a sentence; "" where all did. */
  problem: string;
}

/** What a paste waits for; null where it need not wait. */
export function latePaste(html: string, rtf: string, { files, imports }: MediaParts): Promise<LatePaste> | null {
  const copied = html.length <= MAX_HTML ? copiedFiles(html) : null;
  if (copied !== null && !imports.isOwn(copied.clip)) return withFiles(copied, { files, imports });
  if (rtf !== "" && hasPicturesOnDisk(html)) return withDisk(html, rtf);
  return null;
}

async function withFiles(
  { clip, files: wanted, rename }: NonNullable<ReturnType<typeof copiedFiles>>,
  { files, imports }: Pick<MediaParts, "files" | "imports">,
): Promise<LatePaste> {
  const names = new Map<string, string>();
  let problem = "";
  try {
    const copied = await within(LONGEST_WAIT_MS, imports.copy(clip, wanted));
    for (const [name, media] of Object.entries(copied?.files ?? {})) {
      files.add(media);
      names.set(name, media.file_name);
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  return { html: rename(names), disk: [], problem };
}

async function withDisk(html: string, rtf: string): Promise<LatePaste> {
  // Fetched when it is needed; without it the pictures' places stay empty.
  const disk = await import("./rtf-pictures.ts").then(
    ({ rtfPictures }) => rtfPictures(rtf),
    () => [],
  );
  return { html, disk, problem: "" };
}

function hasPicturesOnDisk(html: string): boolean {
  const { text } = withoutPictures(html);
  if (!text.includes("file:") || text.length > MAX_HTML) return false;
  return new DOMParser().parseFromString(text, "text/html").querySelector(PICTURES_ON_DISK) !== null;
}

/** Undefined where it takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))]);
}

const key = new PluginKey<ReadonlyMap<object, SelectionBookmark>>("latePaste");

/** Remembers where pastes that wait will come in, while the words around them change. */
export function latePlaces(): Plugin<ReadonlyMap<object, SelectionBookmark>> {
  return new Plugin({
    key,
    state: {
      init: () => new Map(),
      apply(tr, places: ReadonlyMap<object, SelectionBookmark>) {
        const change = tr.getMeta(key) as { add?: object; remove?: object } | undefined;
        if (change === undefined && (places.size === 0 || !tr.docChanged)) return places;
        const next = new Map([...places].map(([id, place]) => [id, place.map(tr.mapping)] as const));
        if (change?.add !== undefined) next.set(change.add, tr.selection.getBookmark());
        if (change?.remove !== undefined) next.delete(change.remove);
        return next;
      },
    },
  });
}

/** Calls back with the selection where the paste was, once it need not wait any more. */
export async function pasteLater(
  view: EditorView,
  waiting: Promise<LatePaste>,
  paste: (late: LatePaste) => void,
): Promise<void> {
  const id = {};
  view.dispatch(view.state.tr.setMeta(key, { add: id }));
  const late = await waiting;
  if (view.isDestroyed) return;
  const place = key.getState(view.state)?.get(id);
  const { tr } = view.state;
  if (place !== undefined) tr.setSelection(place.resolve(tr.doc));
  view.dispatch(tr.setMeta(key, { remove: id }));
  paste(late);
}
