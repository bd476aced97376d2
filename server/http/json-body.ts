/**
 * JSON in and out of HTTP. The reader takes a body as JSON whatever its content type says, and hands out a value that
 * is safe to walk recursively.
 */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, type Fault, ValidationFailed } from "../errors.ts";

/** Deepest nesting of arrays and objects that is accepted. */
export const MAX_JSON_DEPTH = 256;

/** The other end went away before its request was whole, or before it had the whole answer. Nobody is left to answer. */
export class ClientGone extends Error {
  constructor() {
    super("The client closed the connection.");
    this.name = "ClientGone";
  }
}

/**
 * Reads a request body as JSON. A `__proto__` key is an own property of its object as JSON.parse makes it: spread keeps
 * it one. Lone surrogates are kept.
 * @param limitBytes longest body that is read
 * @returns undefined where there is no body at all
 * @throws AppError too_large naming the limit; unsupported_media_type for a compressed body
 * @throws ValidationFailed with one fault `json_invalid`
 * @throws ClientGone
 */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  const encoding = req.headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity")
    throw new AppError(
      "unsupported_media_type",
      "Send the body without Content-Encoding: compressed bodies are not read.",
    );
  if (Number(req.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const bytes = await collect(req, limitBytes);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

/**
 * Parses bytes as strict UTF-8 JSON; a byte order mark is skipped.
 * @throws ValidationFailed with one fault `json_invalid`, its loc's second part the offset, or 0 where it is not known
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid(0, "The body is not valid UTF-8");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const tooDeep = offsetBeyondDepth(text, MAX_JSON_DEPTH);
  if (tooDeep !== -1) throw invalid(tooDeep, "recursion limit exceeded");
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid(offsetOf(error, text), error.message);
  }
}

/** Answers JSON, without the hashing that Express' own `res.json` does for an ETag. */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendJsonText(res, status, JSON.stringify(value));
}

/** Answers JSON that is text already. */
export function sendJsonText(res: ServerResponse, status: number, json: string): void {
  const bytes = Buffer.from(json);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", bytes.length);
  res.end(bytes);
}

function collect(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void) => {
      req.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      // What is left of the body is drained unread, so that the answer arrives and the connection can go on.
      req.on("error", () => undefined).resume();
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) finish(() => reject(tooLarge(limitBytes)));
      else chunks.push(chunk);
    };
    const onEnd = () =>
      finish(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const onGone = () => finish(() => reject(new ClientGone()));
    req.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("too_large", `The body is larger than the limit of ${limitBytes} bytes.`);
}

function invalid(offset: number, error: string): ValidationFailed {
  const fault: Fault = {
    type: "json_invalid",
    loc: ["body", offset],
    msg: "JSON decode error",
    input: {},
    ctx: { error },
  };
  return new ValidationFailed([fault]);
}

/** V8 names the position in some of its messages only. */
function offsetOf(error: SyntaxError, text: string): number {
  if (error.message === "Unexpected end of JSON input") return text.length;
  return Number(/ at position (\d+)/.exec(error.message)?.[1] ?? 0);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Offset of the first bracket that opens deeper than `limit`, -1 where none does. Works on the text, so that nothing
 * recursive ever sees a deep value; on text that is no JSON the answer is only a bound.
 */
function offsetBeyondDepth(text: string, limit: number): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        for (i++; i < text.length; i++) {
          const code = text.charCodeAt(i);
          if (code === BACKSLASH) i++;
          else if (code === QUOTE) break;
        }
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limit) return i;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
    }
  }
  return -1;
}
