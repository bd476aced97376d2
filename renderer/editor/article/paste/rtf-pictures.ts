/** Reads pictures from the RTF that Word copies along with its HTML, which references only temporary files. */

const MAX_RTF = 120_000_000;
const MAX_PICTURES = 500;
/** Maximum depth of nested groups in a picture. */
const MAX_DEPTH = 16;

const TYPES: Readonly<Record<string, { type: string; ext: string }>> = {
  pngblip: { type: "image/png", ext: "png" },
  jpegblip: { type: "image/jpeg", ext: "jpg" },
};

/** @returns the pictures in text order, null for a format that browsers cannot show; [] above the limits */
export function rtfPictures(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = [];
  if (rtf.length > MAX_RTF) return pictures;
  for (let at = rtf.indexOf("\\pict"); at >= 0; at = rtf.indexOf("\\pict", at + 5)) {
    // `\picprop`, `\picw` and others start with the same letters.
    if (/[a-z]/.test(rtf.charAt(at + 5))) continue;
    // Skips the second copy for programs that cannot show the first.
    if (/\\nonshppict\s*\{\s*$/.test(rtf.slice(Math.max(0, at - 40), at))) continue;
    if (pictures.length === MAX_PICTURES) return [];
    pictures.push(pictureAt(rtf, at + 5, pictures.length + 1));
  }
  return pictures;
}

/** @param start after `\pict` */
function pictureAt(rtf: string, start: number, number: number): File | null {
  let form: (typeof TYPES)[string] | undefined;
  let depth = 0;
  const token = /\\([a-z]+)(-?\d+)? ?|\\[^a-z]|[{}]|[0-9a-fA-F]{2,}/g;
  token.lastIndex = start;
  const digits: string[] = [];
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [text, word] = found;
    if (text === "{") depth += 1;
    else if (text === "}") depth -= 1;
    // Binary data does not survive the clipboard.
    else if (word === "bin") return null;
    else if (word !== undefined && depth === 0 && Object.hasOwn(TYPES, word)) form = TYPES[word];
    else if (depth === 0 && !text.startsWith("\\")) digits.push(text);
    if (depth < 0 || depth > MAX_DEPTH) break;
  }
  const bytes = form === undefined ? null : bytesOf(digits.join(""));
  if (form === undefined || bytes === null) return null;
  return new File([bytes], `pasted-${number}.${form.ext}`, { type: form.type });
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> | null {
  if (digits.length < 2 || digits.length % 2 === 1) return null;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
