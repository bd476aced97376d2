/** Takes a stream apart into pieces of asked sizes. */
import { BackupRefused } from "./manifest.ts";

export interface ByteReader {
  /** Bytes taken so far. */
  position(): number;
  /** Exactly so many bytes, in one buffer. @throws BackupRefused where the stream ends before */
  take(size: number): Promise<Buffer>;
  /** Exactly so many bytes as they come, each piece at most 256 kB. @throws BackupRefused where the stream ends before */
  pieces(size: number): AsyncIterable<Buffer>;
  isAtEnd(): Promise<boolean>;
}

/** Hashing more at once would hold up the event loop. */
const PIECE_BYTES = 256 * 1024;

/**
 * The source is left where reading ended: whoever opened it closes it.
 * @param signal fails the reading with its reason, also while the source keeps it waiting
 */
export function createByteReader(source: AsyncIterable<Uint8Array>, signal: AbortSignal): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  // For each chunk anew: the signal outlives the source, and would keep it. A race of promises would do so as well.
  const nextChunk = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      signal.throwIfAborted();
      const giveUp = () => reject(signal.reason);
      signal.addEventListener("abort", giveUp, { once: true });
      const leave = () => signal.removeEventListener("abort", giveUp);
      chunks.next().then(resolve, reject).finally(leave);
    });
  let chunk: Uint8Array = new Uint8Array(0);
  let position = 0;

  /** Some bytes, at most `most`; empty at the end of the stream. */
  const next = async (most: number): Promise<Buffer> => {
    while (chunk.length === 0) {
      const { done, value } = await nextChunk();
      if (done) return Buffer.alloc(0);
      chunk = value;
    }
    const part = chunk.subarray(0, Math.min(most, PIECE_BYTES));
    chunk = chunk.subarray(part.length);
    position += part.length;
    return Buffer.from(part.buffer, part.byteOffset, part.length);
  };

  async function* pieces(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const part = await next(left);
      if (part.length === 0)
        throw new BackupRefused(`The backup is not complete: it ends after ${position} bytes. Use another backup.`);
      left -= part.length;
      yield part;
    }
  }

  return {
    position: () => position,
    async take(size) {
      const parts: Buffer[] = [];
      for await (const part of pieces(size)) parts.push(part);
      return Buffer.concat(parts, size);
    },
    pieces,
    async isAtEnd() {
      const { length } = await next(1);
      return length === 0;
    },
  };
}
