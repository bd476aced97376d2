/**
 * Measures a JSON text before it is parsed: depth, number of values, number of different keys. A few megabytes of
 * brackets or keys cost the parser seconds and gigabytes, so a limit in bytes is not enough.
 */
import { randomInt } from "node:crypto";

export interface StructureLimits {
  depth: number;
  parts: number;
  /** Different keys: each costs the parser about fifty times as much as a repeated one. */
  keys: number;
}

/** `offset` in bytes. */
export interface StructureFault {
  kind: keyof StructureLimits;
  offset: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Keys are distinguished by a hash of their first bytes and length, with a random seed against crafted collisions. */
const SEED = randomInt(2 ** 31);
const HASHED_BYTES = 64;
/** Far more bits than allowed keys, so that few collide. */
const SEEN_BITS = 20;
const seen = new Uint8Array(2 ** (SEEN_BITS - 3));
/** Set bytes of `seen`: clearing the whole array would cost more than reading a typical text. */
let marked: number[] = [];

/** Where a UTF-8 JSON text first exceeds a limit; null if nowhere. Constant memory. A bound only for invalid JSON. */
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

/** Offset of the closing quote of the string that begins at `start`; the length without one. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return bytes.length;
}

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
