/** Finds pictures larger than readers need and replaces them with resized files. The old file remains for undo. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import type { AssetEntry } from "../../../server/article/vms-json.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { messages } from "../messages/index.ts";
import type { Assets, MediaParts } from "./assets.ts";
import { benefitsFromWidths, MAX_SIDE } from "./fit/make-widths.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** Maximum bytes of a picture for a reader on a phone. */
const MAX_FILE_BYTES = 3_000_000;

/** Types that a browser can resize without loss of function; not drawings or GIFs. */
const SHRINKABLE = /^image\/(?:jpeg|png|webp|avif)$|\.(?:jpe?g|png|webp|avif)$/i;

type FileParts = Pick<MediaParts, "files" | "queue">;

export interface LargePicture {
  file: string;
  size: number | null;
  /** Positions of the first block that shows it. */
  from: number;
  to: number;
}

/** Whether readers receive a picture larger than a page needs, because it has no narrower files. */
export function isLargePicture(file: string, entry: AssetEntry): boolean {
  return isLargeFile(file, entry) && (entry.widths ?? []).length === 0;
}

/** Whether the file is larger than a page needs, with or without narrower files. */
export function isLargeFile(file: string, { type, width = 0, height = 0, size = 0 }: AssetEntry): boolean {
  return SHRINKABLE.test(type ?? file) && (Math.max(width, height) > MAX_SIDE || size > MAX_FILE_BYTES);
}

/** Whether the original of a resized picture may be published instead. */
export function hasOriginal(file: string, entry: AssetEntry): boolean {
  return SHRINKABLE.test(entry.type ?? file) && (entry.widths ?? []).length > 0 && !isLargeFile(file, entry);
}

/** The pictures and posters that are too large, each once. @param entryOf returns the known entry of a file */
export function largePictures(doc: Node, entryOf: (file: string) => AssetEntry | undefined): LargePicture[] {
  const found = new Map<string, LargePicture>();
  doc.descendants((node, position) => {
    const file = pictureOf(node);
    const entry = file === "" ? undefined : entryOf(file);
    if (entry === undefined || found.has(file) || !isLargePicture(file, entry)) return;
    found.set(file, { file, size: entry.size ?? null, from: position, to: position + node.nodeSize });
  });
  return [...found.values()];
}

function pictureOf(node: Node): string {
  if (node.type.name === "figure") return String(node.attrs.file);
  return node.type.name === "video" ? String(node.attrs.poster) : "";
}

/** Resizes a picture everywhere in the article as one undo step. @throws Error with a message for the journalist */
export async function shrinkPicture(view: EditorView, parts: FileParts, file: string): Promise<void> {
  const media = await uploadedAgain(file, parts, false);
  if (media.file_name === file && (media.widths ?? []).length === 0) throw new Error(messages.media.size.noGain(file));
  replacePicture(view, file, media.file_name);
}

/** Resizes a picture that Galley fetched. After a failure it stays unchanged, and the checks report it. */
export async function fitImported(view: EditorView, parts: FileParts, file: string): Promise<void> {
  const entry = parts.files.get(file);
  if (entry === undefined || !SHRINKABLE.test(entry.type ?? file) || entry.widths !== undefined) return;
  if (!isLargeFile(file, entry) && !(parts.queue.sendsNarrower && benefitsFromWidths(entry))) return;
  const media = await uploadedAgain(file, parts).catch(() => null);
  if (media !== null) replacePicture(view, file, media.file_name);
}

async function uploadedAgain(file: string, { files, queue }: FileParts, isOriginal?: boolean): Promise<UploadedMedia> {
  const bytes = await readFile(file, files);
  return uploaded(queue, new File([bytes], nameOf(file), { type: bytes.type }), isOriginal);
}

/** Resizes all pictures that are too large, even if some fail. @throws Error with all messages */
export async function shrinkAll(view: EditorView, parts: FileParts): Promise<void> {
  const problems: string[] = [];
  for (const { file } of largePictures(view.state.doc, parts.files.get))
    await shrinkPicture(view, parts, file).catch((error: Error) => problems.push(error.message));
  if (problems.length > 0) throw new Error(problems.join(" "));
}

/** Publishes the original of a resized picture. @throws Error with a message for the journalist */
export async function publishOriginal(
  view: EditorView,
  { queue }: Pick<MediaParts, "queue">,
  file: string,
  original: File,
): Promise<void> {
  const media = await uploaded(queue, original, true);
  if (!media.type.startsWith("image/")) throw new Error(messages.media.size.noPicture(original.name));
  replacePicture(view, file, media.file_name);
}

function replacePicture(view: EditorView, file: string, by: string): void {
  const { tr } = view.state;
  if (file === by) return;
  view.state.doc.descendants((each, place) => {
    if (pictureOf(each) !== file) return;
    tr.setNodeAttribute(place, each.type.name === "video" ? "poster" : "file", by);
  });
  if (tr.docChanged) view.dispatch(tr);
}

/** `bridge-1a2b3c4d.jpg` → `bridge.jpg`; Galley adds the hash of the new file. */
export function nameOf(file: string): string {
  return file.replace(/-[0-9a-f]{8,}(\.[^.]*)$/, "$1");
}

/** Reads a file of the session. @throws Error with a message for the journalist */
export async function readFile(file: string, files: Assets): Promise<Blob> {
  const response = await fetch(files.url(file)).catch(() => null);
  if (response?.ok !== true) throw new Error(messages.figure.notHere(file));
  return response.blob();
}

/** Resolves when the file is uploaded. @param isOriginal default: the project's setting */
export function uploaded(uploads: UploadQueue, file: File, isOriginal?: boolean): Promise<UploadedMedia> {
  const upload = uploads.add(file, isOriginal);
  return new Promise((resolve, reject) => {
    const stop = upload.state.subscribe(() => {
      const state = upload.state.get();
      if (state.kind === "done") resolve(state.media);
      else if (state.kind === "cancelled") reject(new Error(messages.media.size.cancelled));
      else if (state.kind === "refused") reject(new Error(`${file.name}: ${state.sentence}`));
      else return;
      stop();
      // It has no card where the journalist could cancel it.
      if (state.kind === "refused") uploads.cancel(upload.id);
    });
  });
}
