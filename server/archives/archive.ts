/** A ZIP archive that is ready to be sent: everything about it is known before the first byte. Contract 2.6, 2.7. */
import type { Readable } from "node:stream";

export interface Archive {
  /** For Content-Disposition; ASCII. */
  fileName: string;
  /** Exact length in bytes. */
  size: number;
  /**
   * A new stream of exactly `size` bytes; destroyed by whoever asked for it.
   * @param options with `reuseChunks`, two buffers are used in turn: a chunk is the reader's until it asks for the next
   */
  createStream(options?: { reuseChunks: boolean }): Readable;
}
