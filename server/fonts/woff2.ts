/** Packs and unpacks WOFF2 with Google's code (wawoff2). It allocates the sizes in a file's directory, so these are checked first. */
import { sentence } from "../contracts/sentences/index.ts";
import { checkedCount, checkTotal, refusedFont } from "./font-formats.ts";

type Codec = (bytes: Uint8Array) => Promise<Uint8Array>;

const HEADER_BYTES = 48;
/** Positions of glyf and loca among the known tags. */
const GLYF = 10;
const LOCA = 11;
const ARBITRARY_TAG = 63;

/** @throws AppError invalid for a damaged file or false sizes */
export async function unpackWoff2(bytes: Buffer): Promise<Buffer> {
  checkTotal(tableLengths(bytes));
  const codec = await loadCodec(() => import("wawoff2/decompress.js"));
  try {
    return Buffer.from(await codec(bytes));
  } catch {
    // The library reports no reasons.
    throw refusedFont(sentence("fonts.woff2_damaged"));
  }
}

/** Packs an sfnt. @throws AppError invalid for outlines that the packer cannot read */
export async function packWoff2(sfnt: Buffer): Promise<Uint8Array> {
  const codec = await loadCodec(() => import("wawoff2/compress.js"));
  try {
    return Uint8Array.from(await codec(sfnt));
  } catch {
    throw refusedFont(sentence("fonts.outlines"));
  }
}

async function loadCodec(load: () => Promise<{ default: Codec }>): Promise<Codec> {
  // The library uses `__dirname`, which the bundle does not define, although it reads no files.
  (globalThis as { __dirname?: string }).__dirname ??= import.meta.dirname;
  return (await load()).default;
}

/** The larger of the unpacked and transformed lengths of each table, according to the directory. */
function tableLengths(bytes: Buffer): number[] {
  const cut = refusedFont(sentence("fonts.truncated"));
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
    // For glyf and loca, version 3 means untransformed; for all other tables, version 0.
    const version = flags >> 6;
    const transformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    return Math.max(original, transformed ? base128() : 0);
  });
}
