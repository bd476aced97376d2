import { type IsKnown, type PastedHtml, readPastedHtml } from "./pasted-html.ts";

let last: { html: string; read: PastedHtml | null } | null = null;

/** `readPastedHtml` for the several listeners of one paste: the same HTML is read once. */
export function readOnce(html: string, isKnown: IsKnown): PastedHtml | null {
  if (last?.html === html) return last.read;
  const paste = { html, read: readPastedHtml(html, isKnown) };
  last = paste;
  // Nobody needs it after this paste.
  setTimeout(() => {
    if (last === paste) last = null;
  });
  return paste.read;
}
