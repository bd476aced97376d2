/** Decodes a site's response. Pure. */
import { isUtf8 } from "node:buffer";

export interface AnswerCharset {
  isUtf8: boolean;
  decode(bytes: Buffer): string;
}

/** UTF-8 wherever the bytes are valid UTF-8 (RFC 8259, 8.1), whatever the label; else the charset of the Content-Type. */
export function charsetOf(body: Buffer, contentType: string | undefined): AnswerCharset {
  const label = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? "")?.[1];
  const decoder = (label === undefined || isUtf8(body) ? null : decoderOf(label)) ?? new TextDecoder();
  return { isUtf8: decoder.encoding === "utf-8", decode: (bytes) => decoder.decode(bytes) };
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
