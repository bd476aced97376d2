/**
 * Extracts the text of another editor's state as HTML (contract 10). The shape is unknown, so this tries HTML under a usual
 * key, a list of blocks, a nested JSON text, a long string with tags, a tree of texts, and strings that look like prose.
 *
 * The result is raw: the caller must parse it inertly and keep only what the article schema has. Nothing is recursive, and
 * the work is bounded.
 */
import { asMap, type VmsJson } from "./vms-json.ts";

const MAX_VALUES = 200_000;
const MAX_DEPTH = 64;
/** Characters of HTML; more than any article. */
const MAX_LENGTH = 4_000_000;

/** Usual keys, the likeliest first. */
const KEYS = [
  "html",
  "vms_html",
  "content_html",
  "body_html",
  "rendered",
  "content",
  "body",
  "text",
  "value",
  "markup",
];
/** Keys that never contain plain text. */
const HTML_KEYS = new Set(["html", "vms_html", "content_html", "body_html", "rendered", "markup"]);

const LIMITS = { values: MAX_VALUES, depth: MAX_DEPTH };

/** Null if nothing looks like text. */
export function foreignHtml(state: VmsJson): string | null {
  const html = htmlOf(state, true);
  return html === "" || html.length > MAX_LENGTH ? null : html;
}

/** `mayBeNested`: a string may be the state itself, as JSON. */
function htmlOf(state: object, mayBeNested: boolean): string {
  const levels = levelsOf(state);
  const strings = levels.flatMap((level) => level.strings);
  return (
    levels.map(({ maps }) => shallowHtml(maps)).find((found) => found !== "") ||
    (mayBeNested && nestedHtml(longest(strings.filter((text) => /^\s*[{[]/.test(text))))) ||
    longest(strings.filter(hasTags)) ||
    textsHtml(state, LIMITS) ||
    proseHtml(state)
  );
}

/** "" for other text. */
function nestedHtml(json = ""): string {
  try {
    const state: unknown = JSON.parse(json);
    return typeof state === "object" && state !== null ? htmlOf(state, false) : "";
  } catch {
    // Text that begins with a bracket.
    return "";
  }
}

interface Level {
  maps: Record<string, unknown>[];
  strings: string[];
}

/** Maps and strings by level, in document order. */
function levelsOf(state: object): Level[] {
  const levels: Level[] = [];
  let left = MAX_VALUES;
  for (let values: unknown[] = [state]; values.length > 0 && levels.length < MAX_DEPTH; ) {
    const level: Level = { maps: [], strings: [] };
    const below: unknown[] = [];
    for (const value of values) {
      if (left-- <= 0) break;
      if (typeof value === "string") level.strings.push(value);
      if (typeof value !== "object" || value === null) continue;
      if (!Array.isArray(value)) level.maps.push(value as Record<string, unknown>);
      for (const [key, child] of Object.entries(value)) if (!isPlain(value, key, child)) below.push(child);
    }
    levels.push(level);
    values = below;
  }
  return levels;
}

/** The HTML of the maps of one level, else their lists of blocks. */
function shallowHtml(maps: Record<string, unknown>[]): string {
  const found = maps.flatMap(
    (map) => KEYS.filter((key) => isHtml(map[key]) && !isPlain(map, key, map[key])).map((key) => map[key])[0] ?? [],
  );
  if (found.length > 0) return found.join("\n");
  return maps
    .flatMap((map) => Object.values(map).filter(isBlockList))
    .map(blocksHtml)
    .join("");
}

/** A node of type text has plain text, unless its key means HTML. */
function isPlain(parent: object, key: string, child: unknown): boolean {
  return typeof child === "string" && "type" in parent && parent.type === "text" && !HTML_KEYS.has(key);
}

function isHtml(value: unknown): value is string {
  return typeof value === "string" && hasTags(value);
}

function hasTags(text: string): boolean {
  return /<(?:p|br|div|h[1-6]|ul|ol|li|a|b|i|em|strong|span|img|figure|blockquote|table|section|article)\b[^<>]{0,2000}>/i.test(
    text,
  );
}

function longest(strings: string[]): string | undefined {
  return strings.reduce<string | undefined>(
    (best, text) => (best === undefined || text.length > best.length ? text : best),
    undefined,
  );
}

/** Two words in a row, or four characters of a script without spaces. */
const PROSE =
  /\p{L}{2,}[\p{P}\p{S}]*\s+[\p{P}\p{S}]*[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
/** A single word with punctuation. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]*\p{P}*$/u;
/** URLs and data. */
const NO_PROSE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|data:|[{[<])/i;

/** The last resort: strings that look like prose. If a key has prose once, all its values count, even single words. */
function proseHtml(root: unknown): string {
  const strings: { key: string; text: string }[] = [];
  let left = MAX_VALUES;
  const stack: { key: string; value: unknown; depth: number }[] = [{ key: "", value: root, depth: 1 }];
  for (let at = stack.pop(); at !== undefined && left > 0; at = stack.pop(), left--) {
    const { key, value, depth } = at;
    if (typeof value === "string" && !NO_PROSE.test(value)) strings.push({ key, text: value });
    if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) continue;
    for (const [name, child] of Object.entries(value).toReversed())
      stack.push({ key: Array.isArray(value) ? key : name, value: child, depth: depth + 1 });
  }
  const keys = new Set(strings.filter(({ text }) => PROSE.test(text)).map(({ key }) => key));
  return strings
    .filter(({ key, text }) => keys.has(key) && (PROSE.test(text) || WORD.test(text.trim())))
    .map(({ text }) => paragraphs(text))
    .join("");
}

/** Per list. */
const MAX_ITEMS = 10_000;

/** A block of Editor.js, whose texts are HTML. */
interface Block {
  type: string;
  data: Record<string, unknown>;
}

function isBlockList(value: unknown): value is Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof asMap(item)?.type === "string" && asMap(asMap(item)?.data) !== null)
  );
}

/** Returns raw HTML; unknown blocks become paragraphs. */
function blocksHtml(blocks: Block[]): string {
  return blocks.map(blockHtml).join("");
}

function blockHtml({ type, data }: Block): string {
  const text = stringOf(data.text) || stringOf(data.html) || stringOf(data.content);
  switch (type.toLowerCase()) {
    case "header":
    case "heading":
      return element(`h${headingLevel(data.level)}`, text);
    case "list":
    case "nestedlist":
    case "checklist":
      return element(data.style === "ordered" ? "ol" : "ul", itemsHtml(data.items));
    case "quote": {
      const caption = stringOf(data.caption);
      return element("blockquote", element("p", text) + element("p", caption));
    }
    case "delimiter":
      return "<hr>";
    case "raw":
      return text;
    case "image":
    case "simpleimage":
      return imageHtml(data);
    default:
      return element("p", text);
  }
}

/** Nested items follow their parent on the same level. */
function itemsHtml(items: unknown): string {
  const stack = Array.isArray(items) ? items.toReversed() : [];
  let html = "";
  for (let left = MAX_ITEMS; stack.length > 0 && left > 0; left--) {
    const item = stack.pop();
    const map = asMap(item);
    html += element("li", stringOf(item) || stringOf(map?.content) || stringOf(map?.text));
    if (Array.isArray(map?.items)) for (const child of map.items.toReversed()) stack.push(child);
  }
  return html;
}

function imageHtml(data: Record<string, unknown>): string {
  const source = stringOf(asMap(data.file)?.url) || stringOf(data.url);
  if (source === "") return "";
  const caption = stringOf(data.caption);
  return `<figure><img src="${escapeText(source)}" alt="">${element("figcaption", caption)}</figure>`;
}

function headingLevel(level: unknown): number {
  return Number.isInteger(level) && (level as number) >= 1 && (level as number) <= 6 ? (level as number) : 2;
}

/** The texts of a tree as HTML, in order; the texts of one parent form a paragraph or heading. "" without text. */
function textsHtml(root: unknown, limits: { values: number; depth: number }): string {
  let html = "";
  let left = limits.values;
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let at = stack.pop(); at !== undefined && left > 0; at = stack.pop(), left--) {
    if (typeof at.value !== "object" || at.value === null) continue;
    let below: unknown[] = Object.values(at.value);
    if (!Array.isArray(at.value)) {
      const map = at.value as Record<string, unknown>;
      const children: unknown[] = [map.content, map.children].find(Array.isArray) ?? [];
      const texts = children.map(textOf).join("");
      if (texts.trim() !== "") {
        html += element(/^head/i.test(stringOf(map.type)) ? headingOf(map) : "p", escapeText(texts));
        below = children.filter((child) => textOf(child) === "");
      } else html += paragraphs(wordsOf(map));
    }
    if (at.depth < limits.depth)
      for (const value of below.toReversed())
        if (typeof value === "object" && value !== null) stack.push({ value, depth: at.depth + 1 });
  }
  return html;
}

function textOf(node: unknown): string {
  return stringOf(asMap(node)?.text);
}

/** Keys other than `text` count only with several words, because one word may be a name or a number. */
function wordsOf(map: Record<string, unknown>): string {
  const other = [map.value, map.content, map.body].map(stringOf).find((text) => /\S\s+\S/.test(text));
  return stringOf(map.text) || (other ?? "");
}

/** Escapes the text, with a paragraph per line. */
function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((line) => element("p", escapeText(line.trim())))
    .join("");
}

function headingOf(map: Record<string, unknown>): string {
  const level = asMap(map.attrs)?.level ?? map.level ?? stringOf(map.tag).replace(/^h/, "");
  return `h${headingLevel(Number(level))}`;
}

function element(name: string, inner: string): string {
  return inner === "" ? "" : `<${name}>${inner}</${name}>`;
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
