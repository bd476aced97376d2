/**
 * A stream of bytes that lie partly in memory and partly in files. Everything is read into chunks of one size, so that
 * many small files cost no more than one large one, and at most two chunks are in memory at a time.
 */
import fs from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";

/** Plain descriptors: a FileHandle costs a tenth of the speed at which a large archive is sent. */
const open = promisify(fs.open);
const close = promisify(fs.close);
const read = (descriptor: number, target: Buffer, length: number, position: number): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.read(descriptor, target, 0, length, position, (error, bytes) => (error ? reject(error) : resolve(bytes))),
  );

/** Bytes in memory, or the whole of a file of a known size. */
export type Segment = Uint8Array | { file: string /** Bytes. */; size: number };

/** Larger chunks do not get faster on a socket, smaller ones cost turns of the event loop. */
const CHUNK_BYTES = 512 * 1024;

/** Streams the segments one after the other; fails where a file is missing or shorter than it was said to be. */
export class SegmentStream extends Readable {
  readonly #segments: Iterator<Segment>;
  #segment: Segment | null = null;
  /** How much of `#segment` was read. */
  #done = 0;
  #descriptor: number | null = null;
  /** The read under way; a file must not be closed below it. */
  #reading: Promise<unknown> = Promise.resolve();
  /** Used in turn: one is filled while the reader has the other. Null where every chunk gets a buffer of its own. */
  readonly #buffers: [Buffer, Buffer] | null;

  constructor(segments: Iterable<Segment>, options: { reuseChunks: boolean } = { reuseChunks: false }) {
    // A mark of one chunk: the next one is read when, and only when, the one before was taken.
    super({ highWaterMark: CHUNK_BYTES });
    this.#segments = segments[Symbol.iterator]();
    this.#buffers = options.reuseChunks ? [newBuffer(), newBuffer()] : null;
  }

  override _read(): void {
    this.#reading = this.#fill().then(
      (chunk) => void this.push(chunk.length === 0 ? null : chunk),
      (error: Error) => void this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    void this.#reading
      .then(() => (this.#descriptor === null ? undefined : close(this.#descriptor)))
      .then(
        () => callback(error),
        (closeError: Error) => callback(error ?? closeError),
      );
  }

  /** The next chunk: full, or what was left; empty at the end. */
  async #fill(): Promise<Buffer> {
    const chunk = this.#buffers === null ? newBuffer() : this.#buffers[0];
    this.#buffers?.reverse();
    let filled = 0;
    while (filled < chunk.length && !this.destroyed) {
      this.#segment ??= this.#segments.next().value ?? null;
      const segment = this.#segment;
      if (segment === null) break;
      if (segment instanceof Uint8Array) {
        const part = segment.subarray(this.#done, this.#done + chunk.length - filled);
        chunk.set(part, filled);
        filled += part.length;
        this.#done += part.length;
        if (this.#done === segment.length) this.#next();
      } else {
        filled += await this.#readFile(segment.file, segment.size, chunk.subarray(filled));
      }
    }
    return chunk.subarray(0, filled);
  }

  async #readFile(file: string, size: number, target: Buffer): Promise<number> {
    this.#descriptor ??= await open(file, "r");
    const wanted = Math.min(target.length, size - this.#done);
    const bytes = wanted === 0 ? 0 : await read(this.#descriptor, target, wanted, this.#done);
    if (bytes === 0 && wanted > 0) throw new Error(`A file of ${size} bytes ended after ${this.#done}.`);
    this.#done += bytes;
    if (this.#done === size) {
      // The next file need not wait for this one's closing.
      close(this.#descriptor).catch((error: Error) => this.destroy(error));
      this.#next();
    }
    return bytes;
  }

  #next(): void {
    this.#segment = null;
    this.#descriptor = null;
    this.#done = 0;
  }
}

/** Not from the pool that small buffers share. */
function newBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(CHUNK_BYTES);
}
