/**
 * WOFF2, unpacked and made by Google's own code (wawoff2). It allocates what a file's directory claims, so the directory
 * is judged before.
 */
import { sentence } from "../contracts/sentences/index.ts";
import { refusedFont } from "./font-formats.ts";
import { checkedCount, checkTotal } from "./sfnt.ts";

type Codec = (bytes: Uint8Array) => Promise<Uint8Array>;

const HEADER_BYTES = 48;
/** Positions of glyf and loca among the known tags. */
const GLYF = 10;
const LOCA = 11;
const ARBITRARY_TAG = 63;

/** @throws AppError invalid for a file that is damaged or lies about its sizes */
export async function unpackWoff2(bytes: Buffer): Promise<Buffer> {
  checkTotal(tableLengths(bytes));
  const codec = await loadCodec(() => import("wawoff2/decompress.js"));
  try {
    return Buffer.from(await codec(bytes));
  } catch {
    // The library knows no reasons.
    throw refusedFont(sentence("fonts.woff2_damaged"));
  }
}

/** Packs an sfnt. @throws AppError invalid for one that the packer cannot take apart */
export async function packWoff2(sfnt: Buffer): Promise<Uint8Array> {
  const codec = await loadCodec(() => import("wawoff2/compress.js"));
  try {
    return Uint8Array.from(await codec(sfnt));
  } catch {
    throw refusedFont(sentence("fonts.outlines"));
  }
}

async function loadCodec(load: () => Promise<{ default: Codec }>): Promise<Codec> {
  // The library asks for the folder of its CommonJS module, although it reads no file; in the bundle there is none.
  (globalThis as { __dirname?: string }).__dirname ??= import.meta.dirname;
  return (await load()).default;
}

/** What the directory says that each table takes, unpacked and as it is packed. */
function tableLengths(bytes: Buffer): number[] {
  const cut = refusedFont(sentence("fonts.woff2_cut"));
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(8) > bytes.length) throw cut;
  if (bytes.toString("latin1", 4, 8) === "ttcf") throw refusedFont(sentence("fonts.collection"));
  const count = checkedCount(bytes.readUInt16BE(12));
  let at = HEADER_BYTES;
  const byte = () => {
    const value = bytes[at++];
    if (value === undefined) throw cut;
    return value;
  };
  const base128 = () => {
    let value = 0;
    for (let digits = 0; digits < 5; digits++) {
      const digit = byte();
      value = value * 128 + (digit & 0x7f);
      if ((digit & 0x80) === 0) return value;
    }
    throw refusedFont(sentence("fonts.directory"));
  };
  return Array.from({ length: count }, () => {
    const flags = byte();
    const tag = flags & 0x3f;
    if (tag === ARBITRARY_TAG) at += 4;
    const original = base128();
    // Of glyf and loca, version 3 is the untransformed one; of all others, version 0.
    const version = flags >> 6;
    const transformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    return Math.max(original, transformed ? base128() : 0);
  });
}
