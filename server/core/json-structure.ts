/**
 * Measures the structure of a JSON text before it is parsed: how deep it nests, how many values it makes, and how many
 * different keys. A few megabytes of brackets or of keys cost the parser seconds and the heap gigabytes, a text of the
 * same size next to nothing; so a limit of bytes alone bounds neither.
 */
import { randomInt } from "node:crypto";

export interface StructureLimits {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** Most values and keys together, in objects and arrays of any kind. */
  parts: number;
  /** Most different keys: each costs the parser some fifty times what a known one does. */
  keys: number;
}

/** What is beyond the limits, and where: an offset in bytes. */
export interface StructureFault {
  kind: keyof StructureLimits;
  offset: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Keys are told apart by a hash of their first bytes and their length. Its seed is random, so that nobody can make keys that
 * collide.
 */
const SEED = randomInt(2 ** 31);
const HASHED_BYTES = 64;
/** Far more bits than there may be keys, so that few are mistaken for one that was seen. */
const SEEN_BITS = 20;
const seen = new Uint8Array(2 ** (SEEN_BITS - 3));
/** Bytes of `seen` that have bits set: most texts have a dozen keys, and clearing all of it would cost more than reading them. */
let marked: number[] = [];

/**
 * The first place where a JSON text in UTF-8 exceeds the limits, null where none does. Reads each byte once, keeps
 * nothing, and recurses nowhere; of bytes that are no JSON the answer is only a bound.
 */
export function findStructureFault(bytes: Uint8Array, limits: StructureLimits): StructureFault | null {
  let [depth, parts, keys, lastString] = [0, 0, 0, 0];
  for (const byte of marked) seen[byte] = 0;
  marked = [];
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case QUOTE: {
        const end = endOfString(bytes, i + 1);
        lastString = hash(bytes, i + 1, end);
        i = end;
        break;
      }
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limits.depth) return { kind: "depth", offset: i };
        if (++parts > limits.parts) return { kind: "parts", offset: i };
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x3a: // :
        if (isNew(lastString) && ++keys > limits.keys) return { kind: "keys", offset: i };
        if (++parts > limits.parts) return { kind: "parts", offset: i };
        break;
      case 0x2c: // ,
        if (++parts > limits.parts) return { kind: "parts", offset: i };
        break;
    }
  }
  return null;
}

/** Offset of the quote that ends the string whose first byte is at `start`; the length of the bytes where none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return bytes.length;
}

/** FNV-1a, with a seed. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = SEED ^ (end - start);
  for (let i = start; i < Math.min(end, start + HASHED_BYTES); i++)
    value = Math.imul(value ^ (bytes[i] ?? 0), 0x01000193);
  return value >>> (32 - SEEN_BITS);
}

function isNew(key: number): boolean {
  const [byte, bit] = [key >>> 3, 1 << (key & 7)];
  if (((seen[byte] ?? 0) & bit) !== 0) return false;
  seen[byte] = (seen[byte] ?? 0) | bit;
  marked.push(byte);
  return true;
}
