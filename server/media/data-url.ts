/** The bytes of a `data:` URL (RFC 2397), null where it is not complete. The type that it names is not believed. */
export function dataUrlBytes(url: string): Buffer | null {
  const [head, ...rest] = url.split(",");
  if (head === undefined || rest.length === 0) return null;
  const data = rest.join(",");
  if (/;\s*base64\s*$/i.test(head)) return Buffer.from(percentDecoded(data).toString("latin1"), "base64");
  return percentDecoded(data);
}

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}

function percentDecoded(text: string): Buffer {
  if (!text.includes("%")) return Buffer.from(text);
  const parts = text.split(/((?:%[0-9a-f]{2})+)/i);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 1 ? Buffer.from(part.replaceAll("%", ""), "hex") : Buffer.from(part))),
  );
}
