/** The bytes of a `data:` URL (RFC 2397), null for an incomplete one. Its type is ignored. */
export function dataUrlBytes(url: string): Buffer | null {
  const comma = url.indexOf(",");
  if (comma < 0) return null;
  const data = url.slice(comma + 1);
  const decoded = data.includes("%") ? percentDecoded(data) : Buffer.from(data);
  return /;\s*base64\s*$/i.test(url.slice(Math.max(0, comma - 20), comma))
    ? Buffer.from(decoded.toString("latin1"), "base64")
    : decoded;
}

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}

const PERCENT = 0x25;

/** In one pass, because such a URL may have megabytes. */
function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = bytes[at] === PERCENT ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1];
    const isEscape = high >= 0 && low >= 0;
    bytes[length++] = isEscape ? high * 16 + low : (bytes[at] ?? 0);
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
