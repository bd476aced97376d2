/** What the bytes of a site's answer say. Pure. */
import { isUtf8 } from "node:buffer";

/** How an answer's bytes become text. */
export interface AnswerCharset {
  isUtf8: boolean;
  decode(bytes: Buffer): string;
}

/**
 * UTF-8 wherever the bytes are UTF-8, as JSON must be (RFC 8259, 8.1) and frameworks that label it otherwise send it; else
 * the charset that the Content-Type names, where it is known.
 */
export function charsetOf(body: Buffer, contentType: string | undefined): AnswerCharset {
  const label = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? "")?.[1];
  const decoder = (label === undefined || isUtf8(body) ? null : decoderOf(label)) ?? new TextDecoder();
  return { isUtf8: decoder.encoding === "utf-8", decode: (bytes) => decoder.decode(bytes) };
}

/** Null for a charset that is not known. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
