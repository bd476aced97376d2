/**
 * Parses the drawings that the sanitiser writes: style sheets, elements, well-formedness. Style sheets have passed
 * `isSafeCss`: no escapes, no `&`, and no URL except `url(#…)`.
 */

export const LOCAL_URL = /url\(\s*["']?#([\w.:-]+)["']?\s*\)/gi;

const HIDDEN = /url\(\s*["']?(#[\w.:-]+)["']?\s*\)|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n\r\f]*"|'[^'\n\r\f]*'/gi;

/** Without comments and strings; URLs stay. */
function bare(css: string): string {
  return css.replace(HIDDEN, (_, address?: string) => (address === undefined ? "" : `url(${address})`));
}

/** Whether a string has no end, so that the rest cannot be parsed. */
export function hasOpenString(css: string): boolean {
  return /["']/.test(bare(css));
}

/** Pairs of lower-case property and value. */
export function declarations(css: string): [string, string][] {
  return bare(css)
    .split(/[;{}]/)
    .map((text) => {
      const colon = text.indexOf(":");
      return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1)];
    });
}

interface Rule {
  /** `.class`, `#id`, a name, or `*`: matching elements have one of them. */
  keys: Set<string>;
  properties: [string, string][];
}

/** Every block with declarations, nested ones too. */
export function rules(css: string): Rule[] {
  const found: Rule[] = [];
  const open: (Rule & { inKeyframes: boolean })[] = [];
  let from = 0;
  const text = bare(css);
  for (const { 0: mark, index } of text.matchAll(/[{};]/g)) {
    const part = text.slice(from, index);
    from = index + 1;
    if (mark === "{") {
      const inKeyframes = (open.at(-1)?.inKeyframes ?? false) || /keyframes/i.test(part);
      const rule = { keys: inKeyframes ? new Set(["*"]) : keysOf(part), properties: [], inKeyframes };
      open.push(rule);
      found.push(rule);
      continue;
    }
    open.at(-1)?.properties.push(...declarations(part));
    if (mark === "}") open.pop();
  }
  open.at(-1)?.properties.push(...declarations(text.slice(from)));
  return found;
}

/** The last part of each selector limits the elements that it matches. */
function keysOf(selectors: string): Set<string> {
  if (selectors.trim().startsWith("@")) return new Set(["*"]);
  return new Set(
    withoutBrackets(selectors)
      .split(",")
      .map((selector) => {
        // The last of several classes is usually the most specific.
        const last =
          selector
            .trim()
            .split(/[\s>+~]+/)
            .at(-1) ?? "";
        return (
          [...last.matchAll(/\.[^.#:|*]+/g)].at(-1)?.[0] ??
          /#[^.#:|*]+/.exec(last)?.[0] ??
          /^[A-Za-z]\w*(?=$|:)/.exec(last)?.[0] ??
          "*"
        );
      }),
  );
}

/** Removes brackets and their content, whose commas and spaces do not separate selectors. */
function withoutBrackets(text: string): string {
  let depth = 0;
  let kept = "";
  for (const character of text) {
    if (character === "(" || character === "[") depth += 1;
    if (depth === 0) kept += character;
    if ((character === ")" || character === "]") && depth > 0) depth -= 1;
  }
  return kept;
}

export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  parent: SvgElement | null;
  /** Without the text of child elements. */
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function plain(text: string): string {
  return text.includes("&") ? text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity) : text;
}

const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y;
const ATTRIBUTE = /\s([A-Za-z][A-Za-z0-9:.-]*)="([^"<]*)"/y;
const END_OF_OPENING = />/y;
const CLOSING = /<\/([A-Za-z][A-Za-z0-9]*)>/y;
const TEXT = /[^<]+/y;
/** Characters that XML forbids, the end of a CDATA section, and other entities. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|]]>|&(?!(?:amp|lt|gt|quot);)/;

/** The elements of one well-formed `<svg>`, parents first; null for other text. Shares no code with the sanitiser. */
export function readElements(svg: string): SvgElement[] | null {
  if (FORBIDDEN.test(svg) || !svg.isWellFormed()) return null;
  const elements: SvgElement[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(svg);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  let open: SvgElement | null = null;
  do {
    const closing = take(CLOSING)?.[1];
    if (closing !== undefined) {
      if (open?.name !== closing) return null;
      open = open.parent;
      continue;
    }
    const name = take(OPENING)?.[1];
    if (name === undefined) {
      const text = take(TEXT)?.[0];
      if (text === undefined || open === null) return null;
      open.text += plain(text);
      continue;
    }
    const attributes = new Map<string, string>();
    for (let found = take(ATTRIBUTE); found !== null; found = take(ATTRIBUTE)) {
      const [, attribute = "", value = ""] = found;
      if (attributes.has(attribute)) return null;
      attributes.set(attribute, plain(value));
    }
    if (take(END_OF_OPENING) === null || (open === null && name !== "svg")) return null;
    open = { name, attributes, parent: open, text: "" };
    elements.push(open);
  } while (open !== null);
  return at === svg.length ? elements : null;
}
