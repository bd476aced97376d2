/** Finds pictures larger than readers need, and replaces them with resized files. The old file stays for undo. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import type { AssetEntry } from "../../../server/article/vms-json.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { messages } from "../messages/index.ts";
import type { Assets } from "./assets.ts";
import { gainsByWidths, LONGEST_SIDE } from "./fit/make-widths.ts";
import type { MediaParts } from "./media-parts.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** Bytes that a reader on a phone should not be asked for. */
const LARGEST_FILE = 3_000_000;

/** What a browser can make smaller without harm: no drawing, nothing that moves. */
const SHRINKABLE = /^image\/(?:jpeg|png|webp|avif)$|\.(?:jpe?g|png|webp|avif)$/i;

type FileParts = Pick<MediaParts, "files" | "queue">;

export interface LargePicture {
  file: string;
  width: number | null;
  height: number | null;
  size: number | null;
  /** Of the first block that shows it, in the document. */
  position: number;
}

/** Whether readers get a picture larger than a page needs: it has no narrower files. */
export function isLargePicture(file: string, entry: AssetEntry): boolean {
  return isLargeFile(file, entry) && (entry.widths ?? []).length === 0;
}

/** Whether a picture is published larger than a page needs, narrower files beside it or not. */
export function isLargeFile(file: string, { type, width = 0, height = 0, size = 0 }: AssetEntry): boolean {
  return SHRINKABLE.test(type ?? file) && (Math.max(width, height) > LONGEST_SIDE || size > LARGEST_FILE);
}

/** Whether a picture may be published in its original form in the place of the one that was made of it. */
export function hasOriginal(file: string, entry: AssetEntry): boolean {
  return SHRINKABLE.test(entry.type ?? file) && (entry.widths ?? []).length > 0 && !isLargeFile(file, entry);
}

/** The pictures that are too large, posters included, each once. @param entryOf what this tab knows of a file */
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

function pictureOf(node: Node): string {
  if (node.type.name === "figure") return String(node.attrs.file);
  return node.type.name === "video" ? String(node.attrs.poster) : "";
}

/** Resizes a picture wherever the article shows it; one undo step. @throws Error with a sentence for people */
export async function shrinkPicture(view: EditorView, parts: FileParts, position: number): Promise<void> {
  const file = pictureAt(view, position);
  if (file === "") return;
  const media = await uploadedAgain(file, parts, false);
  if (media.file_name === file && (media.widths ?? []).length === 0) throw new Error(messages.media.size.noGain(file));
  replacePicture(view, file, media.file_name);
}

/** Resizes a picture that came into the article as it is. Where that fails it stays, and the checks report it. */
export async function fitWhatCame(view: EditorView, parts: FileParts, file: string): Promise<void> {
  const entry = parts.files.get(file);
  if (entry === undefined || !SHRINKABLE.test(entry.type ?? file) || entry.widths !== undefined) return;
  if (!isLargeFile(file, entry) && !(parts.queue.sendsNarrower && gainsByWidths(entry))) return;
  const media = await uploadedAgain(file, parts).catch(() => null);
  if (media !== null) replacePicture(view, file, media.file_name);
}

async function uploadedAgain(file: string, { files, queue }: FileParts, isOriginal?: boolean): Promise<UploadedMedia> {
  const bytes = await readFile(file, files);
  return uploaded(queue, new File([bytes], nameOf(file), { type: bytes.type }), isOriginal);
}

/** Makes each picture of the article that is too large fit; what cannot be made smaller does not keep the others. */
export async function shrinkAll(view: EditorView, parts: FileParts): Promise<void> {
  const problems: string[] = [];
  for (const { file } of largePictures(view.state.doc, parts.files.get)) {
    // Places change while the others are written.
    const place = largePictures(view.state.doc, parts.files.get).find((each) => each.file === file)?.position;
    if (place === undefined) continue;
    await shrinkPicture(view, parts, place).catch((error: Error) => problems.push(error.message));
  }
  if (problems.length > 0) throw new Error(problems.join(" "));
}

/** Publishes a picture as it was before it was resized. @throws Error with a sentence for people */
export async function publishOriginal(
  view: EditorView,
  { queue }: Pick<MediaParts, "queue">,
  position: number,
  original: File,
): Promise<void> {
  const file = pictureAt(view, position);
  if (file === "") return;
  const media = await uploaded(queue, original, true);
  if (!media.type.startsWith("image/")) throw new Error(messages.media.size.noPicture(original.name));
  replacePicture(view, file, media.file_name);
}

function pictureAt(view: EditorView, position: number): string {
  const node = view.state.doc.nodeAt(position);
  return node === null ? "" : pictureOf(node);
}

/** Wherever the article shows it. A picture that is gone meanwhile needs nothing. */
function replacePicture(view: EditorView, file: string, by: string): void {
  const { tr } = view.state;
  if (file === by) return;
  view.state.doc.descendants((each, place) => {
    if (pictureOf(each) !== file) return;
    tr.setNodeAttribute(place, each.type.name === "video" ? "poster" : "file", by);
  });
  if (tr.docChanged) view.dispatch(tr);
}

/** `bridge-1a2b3c4d.jpg` → `bridge.jpg`: the appliance adds the hash of the new file. */
export function nameOf(file: string): string {
  return file.replace(/-[0-9a-f]{8,}(\.[^.]*)$/, "$1");
}

/** The bytes of a file of the session. @throws Error with a sentence for people */
export async function readFile(file: string, files: Assets): Promise<Blob> {
  const answer = await fetch(files.url(file)).catch(() => null);
  if (answer?.ok !== true) throw new Error(messages.figure.notHere(file));
  return answer.blob();
}

/** Resolves when Galley has the file. @param isOriginal default: as the project has it */
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
      // It has no card, so it cannot be cancelled elsewhere.
      if (state.kind === "refused") uploads.cancel(upload.id);
    });
  });
}
