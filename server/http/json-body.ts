/** Reads JSON bodies of any content type, and sends JSON. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, type Fault, ValidationFailed } from "../core/errors.ts";
import { findStructureFault, type StructureLimits } from "../core/json-structure.ts";
import { stringify } from "../core/json-text.ts";
import { declaredLength, holdBody, sendEarly } from "./request-bodies.ts";

/** Sufficient for 25,000 paragraphs; parsing at the limits blocks the event loop only briefly. */
const JSON_LIMITS: StructureLimits = { depth: 256, parts: 250_000, keys: 10_000 };
const BEYOND_LIMITS: Record<keyof StructureLimits, string> = {
  depth: "recursion limit exceeded",
  parts: `more than ${JSON_LIMITS.parts} values and keys`,
  keys: `more than ${JSON_LIMITS.keys} different keys`,
};

/** Maximum logged size of an invalid body. */
const UNREADABLE_BYTES = 16 * 1024;

/** The client disconnected before the request or response was complete. */
export class ClientGone extends Error {
  constructor() {
    super("The client closed the connection.");
    this.name = "ClientGone";
  }
}

/**
 * Reads a request body as JSON; undefined without one. `__proto__` is a normal key, lone surrogates are kept.
 * @throws AppError too_large; unsupported_media_type for a compressed body; timeout for a slow one; unavailable if the
 * memory for bodies is exhausted; ValidationFailed with one fault `json_invalid`; ClientGone
 */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  return (await readJsonText(req, limitBytes))?.value;
}

export interface JsonBody {
  text: string;
  value: unknown;
}

/** @param onUnreadable receives the beginning of a body that is not JSON */
export async function readJsonText(
  req: IncomingMessage,
  limitBytes: number,
  onUnreadable: (beginning: string) => void = () => {},
): Promise<JsonBody | undefined> {
  const encoding = req.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding !== "identity") throw new AppError("unsupported_media_type", sentence("requests.content_encoding"));
  if (declaredLength(req) > limitBytes) throw tooLarge(limitBytes);
  const bytes = await collect(req, limitBytes);
  try {
    return bytes.length === 0 ? undefined : parseJson(bytes);
  } catch (error) {
    onUnreadable(bytes.toString("utf8", 0, UNREADABLE_BYTES));
    throw error;
  } finally {
    release(bytes);
  }
}

/** Frees a buffer's memory immediately. The garbage collector counts only its small handle and would free it late. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Parses strict UTF-8 JSON. @throws ValidationFailed `json_invalid`, whose loc contains the offset, 0 if unknown */
export function parseJson(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) throw invalid(0, sentence("requests.not_utf8").detail);
  checkStructure(bytes);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  try {
    return { text, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid(offsetOf(error, text), error.message);
  }
}

/** @throws ValidationFailed with the offset at which a limit is exceeded */
function checkStructure(bytes: Buffer): void {
  const fault = findStructureFault(bytes, JSON_LIMITS);
  if (fault === null) return;
  const offset = bytes.toString("utf8", 0, fault.offset).replace(/^\uFEFF/, "").length;
  throw invalid(offset, BEYOND_LIMITS[fault.kind]);
}

/** Sends JSON without the ETag of Express' `res.json`. Inserts `JsonText` members unchanged. */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendJsonText(res, status, stringify(value));
}

export function sendJsonText(res: ServerResponse, status: number, json: string): void {
  beginJson(res, status, Buffer.byteLength(json));
  // Node sends a string together with the headers.
  res.end(json);
}

/** Sends JSON while the request body may still be arriving. */
export function sendJsonEarly(req: IncomingMessage, res: ServerResponse, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  beginJson(res, status, bytes.length);
  sendEarly(req, res, bytes);
}

function beginJson(res: ServerResponse, status: number, length: number): void {
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", length);
}

function collect(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces = createPieces(declaredLength(req));
    let size = 0;
    const stop = () => {
      req.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      // The response drains the body. Late errors are ignored.
      req.on("error", () => undefined);
    };
    const fail = (error: Error) => {
      stop();
      pieces.drop();
      held.close();
      reject(error);
    };
    const held = holdBody(req, fail);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) fail(tooLarge(limitBytes));
      else held.take(pieces.add(chunk));
    };
    const onEnd = () => {
      stop();
      held.settle();
      resolve(pieces.join());
    };
    const onGone = () => fail(new ClientGone());
    req.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

/** Shorter chunks are copied into blocks, because each buffer has a large overhead. */
const SHORT_CHUNK = 4 * 1024;
const BLOCK_BYTES = 16 * 1024;

/** Collects a body's chunks within the accounted memory. */
function createPieces(announcedBytes: number) {
  let pieces: Buffer[] = [];
  let size = 0;
  let open: { block: Buffer; used: number } | null = null;
  const close = () => {
    if (open !== null) pieces.push(open.block.subarray(0, open.used));
    open = null;
  };
  return {
    /** @returns bytes of memory added */
    add(chunk: Buffer): number {
      if (open !== null && open.used + chunk.length > open.block.length) close();
      size += chunk.length;
      // A short body in a single chunk needs no copy.
      if (open === null && (chunk.length >= SHORT_CHUNK || chunk.length === announcedBytes)) {
        pieces.push(chunk);
        return chunk.length;
      }
      let more = 0;
      if (open === null) {
        // The first block is small, because most bodies are.
        const bytes = pieces.length === 0 ? SHORT_CHUNK : BLOCK_BYTES;
        open = { block: Buffer.allocUnsafeSlow(bytes), used: 0 };
        more = bytes;
      }
      chunk.copy(open.block, open.used);
      open.used += chunk.length;
      return more;
    },
    join(): Buffer {
      close();
      if (pieces.length === 1 && pieces[0]) return pieces[0];
      const whole = Buffer.concat(pieces, size);
      pieces.forEach(release);
      return whole;
    },
    drop() {
      pieces = [];
      open = null;
    },
  };
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("too_large", sentence("requests.body_too_large", { limit: limitBytes }));
}

function invalid(offset: number, error: string): ValidationFailed {
  const fault: Fault = {
    type: "json_invalid",
    loc: ["body", offset],
    msg: sentence("requests.json_invalid").detail,
    sentence: sentence("requests.json_invalid"),
    input: {},
    ctx: { error },
  };
  return new ValidationFailed([fault]);
}

/** V8 includes the position only in some messages. */
function offsetOf(error: SyntaxError, text: string): number {
  if (error.message === "Unexpected end of JSON input") return text.length;
  return Number(/ at position (\d+)/.exec(error.message)?.[1] ?? 0);
}
