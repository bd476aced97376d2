/** The orientation in EXIF: the only part of it that a page needs. */

const ORIENTATION = 0x0112;

/** The orientation, 2 to 8; 1 for none. JPEG and some programs for other formats put a prefix before the block. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;
  if (tiff.length < 14) return 1;
  const mark = tiff.toString("latin1", 0, 2);
  if (mark !== "II" && mark !== "MM") return 1;
  const isLittle = mark === "II";
  const u16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(u16(directory), 1_000);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * 12;
    if (u16(at) !== ORIENTATION) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An EXIF block with only the orientation. */
export function tiffWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000000000000000000", "hex").subarray(0, 26);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** An EXIF block without entries. */
export const EMPTY_TIFF = Buffer.from("4d4d002a00000008000000000000", "hex");
