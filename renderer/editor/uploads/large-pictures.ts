/**
 * Pictures that are larger than a page needs: which they are, and the smaller copy that can take their place. The
 * original stays in the session, so that undo brings it back.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import type { AssetEntry } from "../../../server/article/vms-json.ts";
import type { UploadedMedia } from "../../../server/contracts/editor-api.ts";
import { messages } from "../messages/index.ts";
import type { Assets } from "./assets.ts";
import type { MediaParts } from "./media-parts.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** The longest side that a page needs, in pixels: a full screen's width. */
export const LONGEST_SIDE = 2_560;
/** Bytes that a reader on a phone should not be asked for. */
export const LARGEST_FILE = 3_000_000;

/** What a browser can make smaller without harm: no drawing, nothing that moves. */
const SHRINKABLE = /^image\/(?:jpeg|png|webp|avif)$|\.(?:jpe?g|png|webp|avif)$/i;

export interface LargePicture {
  file: string;
  /** Pixels; null where nobody knows. */
  width: number | null;
  height: number | null;
  /** Bytes; null where nobody knows. */
  size: number | null;
  /** Of the first block that shows it, in the document. */
  position: number;
}

export function isLargePicture(file: string, { type, width = 0, height = 0, size = 0 }: AssetEntry): boolean {
  return SHRINKABLE.test(type ?? file) && (Math.max(width, height) > LONGEST_SIDE || size > LARGEST_FILE);
}

/**
 * The pictures of a document that are too large, posters included, each once, in the order of the article.
 * @param entryOf what this tab knows of a file
 */
export function largePictures(doc: Node, entryOf: (file: string) => AssetEntry | undefined): LargePicture[] {
  const found = new Map<string, LargePicture>();
  doc.descendants((node, position) => {
    const file = pictureOf(node);
    const entry = file === "" ? undefined : entryOf(file);
    if (entry === undefined || found.has(file) || !isLargePicture(file, entry)) return;
    const { width = null, height = null, size = null } = entry;
    found.set(file, { file, width, height, size, position });
  });
  return [...found.values()];
}

/** The file of a block's picture, "" where it has none. */
function pictureOf(node: Node): string {
  if (node.type.name === "figure") return String(node.attrs.file);
  return node.type.name === "video" ? String(node.attrs.poster) : "";
}

/**
 * Puts a smaller copy in the place of a large picture, wherever the article shows it; one step to undo. Waits for the
 * appliance where it cannot be reached.
 * @param position of a block with a picture
 * @throws Error with a sentence for people, where the picture cannot be read, does not get smaller, or is refused
 */
export async function shrinkPicture(view: EditorView, { files, queue }: MediaParts, position: number): Promise<void> {
  const node = view.state.doc.nodeAt(position);
  const file = node === null ? "" : pictureOf(node);
  if (file === "") return;
  const { smallerCopy } = await import("./smaller-copy.ts");
  const original = await read(file, files);
  const copy = await smallerCopy(original, file, LONGEST_SIDE).catch(() => null);
  if (copy === null) throw new Error(messages.media.size.unreadable(file));
  if (copy.size >= original.size) throw new Error(messages.media.size.noGain(file));
  const { file_name } = await uploaded(queue, copy);
  const { tr } = view.state;
  view.state.doc.descendants((each, place) => {
    if (pictureOf(each) !== file) return;
    tr.setNodeAttribute(place, each.type.name === "video" ? "poster" : "file", file_name);
  });
  // Gone meanwhile: then there is nothing to do.
  if (tr.docChanged) view.dispatch(tr);
}

async function read(file: string, files: Assets): Promise<Blob> {
  const answer = await fetch(files.url(file)).catch(() => null);
  if (answer?.ok !== true) throw new Error(messages.figure.notHere(file));
  return answer.blob();
}

/** Resolves when the appliance has the file; it is in no place of the article. */
function uploaded(uploads: UploadQueue, file: File): Promise<UploadedMedia> {
  const upload = uploads.add(file);
  return new Promise((resolve, reject) => {
    const stop = upload.state.subscribe(() => {
      const state = upload.state.get();
      if (state.kind === "done") resolve(state.media);
      else if (state.kind === "cancelled") reject(new Error(messages.media.size.cancelled));
      else if (state.kind === "refused") reject(new Error(`${file.name}: ${state.sentence}`));
      else return;
      stop();
      // Nobody shows it, so nobody else could give it up.
      if (state.kind === "refused") uploads.cancel(upload.id);
    });
  });
}
