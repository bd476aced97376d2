/** Describes a cleaned file as ranges to keep and replacements. Nothing is re-encoded, and memory use is small. */
import { type FileHandle, open } from "node:fs/promises";

/** Bytes of the file from `start` to `end`, other bytes, or zeros. Plain data, to be sent between threads. */
export type Part = { start: number; end: number } | { bytes: Uint8Array } | { zeros: number };

export interface Source {
  size: number;
  /** Returns fewer bytes at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

const WINDOW = 64 * 1024;
const CHUNK = 256 * 1024;

/** The beginning of a file. */
export async function readHead(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Buffers consecutive small reads. */
export function sourceOf(handle: FileHandle, size: number): Source {
  let window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  const fetch = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  return {
    size,
    async read(at, count) {
      const length = Math.max(0, Math.min(count, size - at));
      if (length === 0) return Buffer.alloc(0);
      if (length > WINDOW) return fetch(at, length);
      const isBuffered = at >= window.at && at + length <= window.at + window.bytes.length;
      if (!isBuffered) window = { at, bytes: await fetch(at, Math.min(WINDOW, size - at)) };
      return window.bytes.subarray(at - window.at, at - window.at + length);
    },
  };
}

export function sourceOfBytes(bytes: Buffer): Source {
  return { size: bytes.length, read: async (at, length) => bytes.subarray(at, Math.max(at, at + length)) };
}

/** Collects the parts of a cleaned file. */
export function createPartList() {
  const parts: Part[] = [];
  return {
    keep(start: number, end: number): void {
      const last = parts.at(-1);
      if (end <= start) return;
      if (last !== undefined && "end" in last && last.end === start) last.end = end;
      else parts.push({ start, end });
    },
    write: (bytes: Uint8Array) => void parts.push({ bytes }),
    zeros: (count: number) => void (count > 0 && parts.push({ zeros: count })),
    /** Null for the whole, unchanged file. */
    of(size: number): Part[] | null {
      const [only] = parts;
      return parts.length === 1 && only !== undefined && "end" in only && only.start === 0 && only.end === size
        ? null
        : parts;
    },
  };
}

export interface Overwrite {
  start: number;
  end: number;
  /** Written at the start, followed by zeros. */
  bytes?: Uint8Array;
}

/** Overwrites ranges of a file without changing its length. Where two ranges overlap, the first wins. */
export function overwritten(overwrites: readonly Overwrite[], size: number): Part[] | null {
  const parts = createPartList();
  let at = 0;
  for (const { start, end, bytes } of [...overwrites].sort((one, other) => one.start - other.start)) {
    const [from, to] = [Math.max(start, at), Math.min(end, size)];
    if (to <= from) continue;
    parts.keep(at, from);
    const content = (bytes ?? new Uint8Array(0)).subarray(from - start, to - start);
    if (content.length > 0) parts.write(content);
    parts.zeros(to - from - content.length);
    at = to;
  }
  parts.keep(at, size);
  return parts.of(size);
}

export function assembleParts(source: Buffer, parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if ("bytes" in part) return part.bytes;
      return "zeros" in part ? Buffer.alloc(part.zeros) : source.subarray(part.start, part.end);
    }),
  );
}

/** Streams the cleaned file. */
export async function* bytesOf(file: string, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  const handle = await open(file, "r");
  try {
    for (const part of parts) {
      if ("bytes" in part) yield part.bytes;
      else if ("zeros" in part)
        for (let left = part.zeros; left > 0; left -= CHUNK) yield new Uint8Array(Math.min(left, CHUNK));
      else
        for (let at = part.start; at < part.end; at += CHUNK) {
          const length = Math.min(CHUNK, part.end - at);
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
          if (bytesRead < length) throw new Error("The file became shorter while it was read.");
          yield buffer;
        }
    }
  } finally {
    await handle.close();
  }
}
