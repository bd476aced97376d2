/**
 * The last look at a sanitised drawing: is it well-formed XML of the plain form in which the sanitiser writes, one root,
 * nothing around it? Independent of the sanitiser's own parser.
 */

const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y;
const ATTRIBUTE = /\s([A-Za-z][A-Za-z0-9:.-]*)="[^"<]*"/y;
const END_OF_OPENING = />/y;
const CLOSING = /<\/([A-Za-z][A-Za-z0-9]*)>/y;
const TEXT = /[^<]+/y;
/** Characters that XML does not allow, the end of a CDATA section, and an ampersand that begins no entity of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|]]>|&(?!(?:amp|lt|gt|quot);)/;

/** Whether a text is one well-formed element of the given name. Linear in its length. */
export function isWellFormed(xml: string, rootName: string): boolean {
  if (FORBIDDEN.test(xml) || !xml.isWellFormed()) return false;
  const open: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  do {
    const closing = take(CLOSING);
    if (closing !== null) {
      if (open.pop() !== closing[1]) return false;
      continue;
    }
    const opening = take(OPENING)?.[1];
    if (opening !== undefined) {
      if (open.length === 0 && opening !== rootName) return false;
      if (!takeAttributes(take)) return false;
      open.push(opening);
      continue;
    }
    if (take(TEXT) === null) return false;
  } while (open.length > 0);
  return at > 0 && at === xml.length;
}

function takeAttributes(take: (pattern: RegExp) => RegExpExecArray | null): boolean {
  const names = new Set<string>();
  for (let name = take(ATTRIBUTE)?.[1]; name !== undefined; name = take(ATTRIBUTE)?.[1]) {
    if (names.has(name)) return false;
    names.add(name);
  }
  return take(END_OF_OPENING) !== null;
}
