/** Crops and rotates a picture. A new file replaces it; the original stays in the session for later crops. */
import type { EditorView } from "@tiptap/pm/view";
import type { Crop } from "../../../../../server/article/schema.ts";
import type { AssetEntry } from "../../../../../server/article/vms-json.ts";
import { messages } from "../../../messages/index.ts";
import type { MediaParts } from "../../../uploads/assets.ts";
import { isAnimated } from "../../../uploads/fit/fit-picture.ts";
import { nameOf, readFile, uploaded } from "../../../uploads/large-pictures.ts";
import {
  coversPicture,
  fitting,
  focusAfter,
  type Part,
  rotateSize,
  type Size,
  type Turn,
  wholePicture,
} from "./geometry.ts";

/** Croppable types, unless animated. */
const CROPPABLE = /^image\/(?:jpeg|png|webp|avif|bmp)$/;

/** Whether the type of a picture allows a crop. An animated one is rejected when the dialog opens. */
export function canCrop(entry: AssetEntry | undefined): boolean {
  return entry?.type === undefined || CROPPABLE.test(entry.type);
}

type CropParts = Pick<MediaParts, "files" | "queue">;

export interface Cropping {
  /** The original, rotated according to its EXIF data. */
  bitmap: ImageBitmap;
  source: string;
  type: string;
  turn: Turn;
  part: Part;
}

/** Reads the figure's original or, if missing, the shown picture. @throws Error with a message for the journalist */
export async function openCropping(
  file: string,
  crop: Crop | null,
  { files }: Pick<CropParts, "files">,
): Promise<Cropping> {
  const uncropped = crop === null ? null : await readFile(crop.file, files).catch(() => null);
  const bytes = uncropped ?? (await readFile(file, files));
  if (!CROPPABLE.test(bytes.type) || (await isAnimated(bytes))) throw new Error(messages.media.crop.moves);
  const bitmap = await createImageBitmap(bytes, { imageOrientation: "from-image" }).catch(() => {
    throw new Error(messages.media.crop.unreadable(file));
  });
  const before = uncropped === null ? null : crop;
  const turn = before?.turn ?? 0;
  const size = rotateSize(bitmap, turn);
  const { x, y, width, height } = (before && fitting(before, size)) ?? wholePicture(size);
  return { bitmap, source: before?.file ?? file, type: bytes.type, turn, part: { x, y, width, height } };
}

/** @param scale canvas pixels for one pixel of the picture */
export function drawPart(canvas: HTMLCanvasElement, bitmap: ImageBitmap, turn: Turn, part: Part, scale = 1): void {
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error(messages.media.crop.failed);
  const size: Size = rotateSize(bitmap, turn);
  context.imageSmoothingQuality = "high";
  context.scale(scale, scale);
  context.translate(size.width / 2 - part.x, size.height / 2 - part.y);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}

/** Replaces the picture by the part in one undo step. @param signal aborted when the dialog closes */
export async function applyCrop(
  view: EditorView,
  getPos: () => number | undefined,
  parts: CropParts,
  before: Cropping,
  after: { turn: Turn; part: Part },
  signal: AbortSignal,
): Promise<void> {
  const { bitmap, source } = before;
  const isUncropped = after.turn === 0 && coversPicture(after.part, bitmap);
  const file = isUncropped ? source : await upload(parts, before, after);
  if (signal.aborted) return;
  const position = getPos();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || node?.type.name !== "figure") return;
  const { focusX, focusY } = node.attrs as { focusX: number; focusY: number };
  const focus = focusAfter({ x: focusX, y: focusY }, bitmap, before, after);
  const { x, y, width, height } = after.part;
  const crop: Crop | null = isUncropped ? null : { file: source, turn: after.turn, x, y, width, height };
  const tr = view.state.tr.setNodeAttribute(position, "file", file).setNodeAttribute(position, "crop", crop);
  view.dispatch(tr.setNodeAttribute(position, "focusX", focus.x).setNodeAttribute(position, "focusY", focus.y));
}

async function upload(
  { queue }: Pick<CropParts, "queue">,
  { bitmap, source, type }: Cropping,
  { turn, part }: { turn: Turn; part: Part },
): Promise<string> {
  const canvas = document.createElement("canvas");
  drawPart(canvas, bitmap, turn, part);
  // High quality, because the upload resizes the picture again.
  const as = type === "image/jpeg" ? type : "image/webp";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, as, 0.95));
  if (blob === null) throw new Error(messages.media.crop.failed);
  const extension = blob.type === "image/jpeg" ? "jpg" : blob.type.slice("image/".length);
  const name = nameOf(source).replace(/\.[^.]*$/, `.${extension}`);
  const media = await uploaded(queue, new File([blob], name, { type: blob.type }), false);
  return media.file_name;
}
