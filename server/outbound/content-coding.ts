/**
 * The content of an HTTP answer, decoded while it comes (RFC 9110, 8.4). Every request asks for `identity`; some sites
 * compress their answers all the same.
 */
import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { beginningOf } from "./codes.ts";

/**
 * The error of an answer that cannot be decoded.
 * @param coding as the site named it, cut
 * @param isKnown whether only the body is wrong
 */
export type CodingFault = (coding: string, isKnown: boolean) => Error;

const DECODERS = new Map<string, () => Transform>([
  ["gzip", zlib.createGunzip],
  ["x-gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
]);
const MAX_NAME = 40;
/** Bytes by which a coding may make a body larger. */
const CODING_OVERHEAD = 64 * 1024;

/**
 * The content of an answer; destroying it ends the answer. It fails with what `fault` makes, or as the connection does.
 * @param limit bytes of the content that the caller reads at most. A coded body may be hardly larger.
 * @throws what `fault` makes, where the coding is unknown
 */
export function contentOf(answer: IncomingMessage, limit: number, fault: CodingFault): Readable {
  const coding = (answer.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (coding === "" || coding === "identity") return answer;
  const createDecoder = DECODERS.get(coding);
  if (createDecoder === undefined) throw fault(beginningOf(coding, MAX_NAME), false);
  return Readable.from(
    decode(answer, createDecoder(), limit + CODING_OVERHEAD, () => fault(coding, true)),
    { objectMode: false },
  );
}

async function* decode(answer: IncomingMessage, decoder: Transform, limit: number, fault: () => Error) {
  let received = 0;
  // Empty parts in a row decode to nothing, without an end.
  answer.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) decoder.destroy(fault());
  });
  // Its errors come out of the decoder.
  pipeline(answer, decoder, () => {});
  try {
    yield* decoder;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    // zlib names its own errors Z_…, and those of Brotli ERR__….
    throw /^(Z_|ERR__)/.test(code) ? fault() : error;
  }
}
