/** Removes private metadata from the photographs embedded in a drawing. */
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { type Part, piecedTogether, type Source, sourceOfBytes } from "./parts.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

type Cleaner = (source: Source) => Promise<Part[] | null>;

/** Browsers go by the bytes, whatever type the URL names. */
const KINDS: readonly (readonly [beginning: RegExp, type: string, clean: Cleaner])[] = [
  [/^\xff\xd8\xff/, "jpeg", cleanJpeg],
  [/^\x89PNG/, "png", cleanPng],
  [/^GIF8[79]a/, "gif", cleanGif],
  [/^RIFF.{4}WEBP/s, "webp", cleanWebp],
];

const EMBEDDED = / href="data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]*)"/g;

/** Cleans the embedded pictures of a sanitised drawing. One of another kind becomes empty. */
export async function cleanEmbeddedPictures(svg: string): Promise<string> {
  let clean = "";
  let at = 0;
  for (const { 0: whole, 1: base64 = "", index } of svg.matchAll(EMBEDDED)) {
    clean += `${svg.slice(at, index)} href="${await cleanedAddress(Buffer.from(base64, "base64"))}"`;
    at = index + whole.length;
  }
  return clean + svg.slice(at);
}

async function cleanedAddress(bytes: Buffer): Promise<string> {
  const head = bytes.toString("latin1", 0, 12);
  for (const [beginning, type, clean] of KINDS) {
    if (!beginning.test(head)) continue;
    const parts = await clean(sourceOfBytes(bytes));
    const left = parts === null ? bytes : piecedTogether(bytes, parts);
    return `data:image/${type};base64,${left.toString("base64")}`;
  }
  return "data:,";
}
