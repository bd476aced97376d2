/** A smaller copy of a picture, made by the browser. */

const QUALITY = 0.85;

/**
 * The picture, turned as its EXIF says, with at most `longest` pixels on its longer side. A JPEG stays one; all others
 * become WebP, or PNG where the browser cannot write it, so that what is transparent stays so.
 * @param file the picture's name, from which the copy gets its own
 * @throws DOMException where the browser cannot read the picture
 */
export async function smallerCopy(picture: Blob, file: string, longest: number): Promise<File> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new DOMException("No canvas is to be had.", "InvalidStateError");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const wanted = picture.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, QUALITY));
  if (blob === null) throw new DOMException("The copy could not be written.", "EncodingError");
  return new File([blob], `${nameOf(file)}.${blob.type === "image/jpeg" ? "jpg" : blob.type.slice("image/".length)}`, {
    type: blob.type,
  });
}

/** `bridge-1a2b3c4d.jpg` → `bridge`: the appliance adds the hash of the copy. */
function nameOf(file: string): string {
  return file.replace(/\.[^.]*$/, "").replace(/-[0-9a-f]{8,}$/, "") || "picture";
}
