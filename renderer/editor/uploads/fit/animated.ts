/** Whether a picture moves: then nothing of it may be drawn, for only its first frame would be left. */

/** Bytes of a file's beginning that are looked at. */
export const HEAD = 64 * 1024;

/** Reads what the first bytes say; false where they say nothing. */
export async function isAnimated(picture: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await picture.slice(0, HEAD).arrayBuffer());
  // One character a byte, which no decoder of texts gives.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("GIF8")) return true;
  if (text.startsWith("RIFF") && text.startsWith("WEBPVP8X", 8)) return ((bytes[20] ?? 0) & 2) !== 0;
  if (text.startsWith("\x89PNG")) return text.slice(0, beginningOfPixels(bytes, text)).includes("acTL");
  if (text.startsWith("ftyp", 4)) return text.slice(8, Math.min(lengthAt(bytes, 0), 512)).includes("avis");
  return false;
}

function beginningOfPixels(bytes: Uint8Array, text: string): number {
  let at = 8;
  while (at + 8 < bytes.length && !text.startsWith("IDAT", at + 4)) at += lengthAt(bytes, at) + 12;
  return at;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer).getUint32(at);
}
