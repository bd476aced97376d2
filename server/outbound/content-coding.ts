/** Decodes an HTTP response (RFC 9110, 8.4). Every request specifies `identity`, but some sites compress anyway. */
import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { beginningOf } from "./failures.ts";

/** Creates the error for a response that cannot be decoded. `isKnown`: the coding is supported, but the body is invalid. */
export type CodingFault = (coding: string, isKnown: boolean) => Error;

const DECODERS = new Map<string, () => Transform>([
  ["gzip", zlib.createGunzip],
  ["x-gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
]);
const MAX_NAME = 40;
/** Bytes by which a coding may enlarge a body. */
const CODING_OVERHEAD = 64 * 1024;

/** The decoded content of a response. @param limit bytes that the caller reads @throws the error of `fault` for an unknown coding */
export function contentOf(response: IncomingMessage, limit: number, fault: CodingFault): Readable {
  const coding = (response.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (coding === "" || coding === "identity") return response;
  const createDecoder = DECODERS.get(coding);
  if (createDecoder === undefined) throw fault(beginningOf(coding, MAX_NAME), false);
  return Readable.from(
    decode(response, createDecoder(), limit + CODING_OVERHEAD, () => fault(coding, true)),
    { objectMode: false },
  );
}

async function* decode(response: IncomingMessage, decoder: Transform, limit: number, fault: () => Error) {
  let received = 0;
  // Empty parts would decode to nothing without an end.
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) decoder.destroy(fault());
  });
  // The decoder reports the errors.
  pipeline(response, decoder, () => {});
  try {
    yield* decoder;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    // zlib's own codes begin with Z_, Brotli's with ERR__.
    throw /^(Z_|ERR__)/.test(code) ? fault() : error;
  }
}

/** Reads a stream up to the chunk that exceeds `limit` bytes. */
export async function readBeginning(stream: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > limit) break;
  }
  return Buffer.concat(chunks);
}
