/** Removes private metadata from pictures embedded in a drawing. */
import { cleanedParts } from "./clean.ts";
import { piecedTogether, sourceOfBytes } from "./parts.ts";

/** By the bytes, because browsers ignore the type in the URL. */
const KINDS = [
  [/^\xff\xd8\xff/, "jpg", "jpeg"],
  [/^\x89PNG/, "png", "png"],
  [/^GIF8[79]a/, "gif", "gif"],
  [/^RIFF.{4}WEBP/s, "webp", "webp"],
] as const;

const EMBEDDED = / href="data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]*)"/g;

/** Cleans the embedded pictures of a sanitised drawing. Pictures of other types become empty. */
export async function cleanEmbeddedPictures(svg: string): Promise<string> {
  let clean = "";
  let at = 0;
  for (const { 0: whole, 1: base64 = "", index } of svg.matchAll(EMBEDDED)) {
    clean += `${svg.slice(at, index)} href="${await cleanedDataUrl(Buffer.from(base64, "base64"))}"`;
    at = index + whole.length;
  }
  return clean + svg.slice(at);
}

async function cleanedDataUrl(bytes: Buffer): Promise<string> {
  const head = bytes.toString("latin1", 0, 12);
  const [, ext, type] = KINDS.find(([beginning]) => beginning.test(head)) ?? [];
  if (ext === undefined) return "data:,";
  const parts = await cleanedParts(sourceOfBytes(bytes), ext);
  const left = parts === null ? bytes : piecedTogether(bytes, parts);
  return `data:image/${type};base64,${left.toString("base64")}`;
}
