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

/** Null if nothing looks like text. */
export function foreignHtml(state: VmsJson): string | null {
  const html = htmlOf(state, true);
  return html === "" || html.length > MAX_LENGTH ? null : html;
}

/** `mayBeNested`: a string may be the state itself, as JSON. */
function htmlOf(state: object, mayBeNested: boolean): string {
  const values = valuesIn(state);
  const strings = values.flatMap(({ value, isPlain }) => (typeof value === "string" && !isPlain ? [value] : []));
  return (
    shallowHtml(values) ||
    (mayBeNested && nestedHtml(longest(strings.filter((text) => /^\s*[{[]/.test(text))))) ||
    longest(strings.filter(hasTags)) ||
    valuesIn(state, belowTexts)
      .map(({ value }) => textsHtml(asMap(value) ?? {}))
      .join("") ||
    proseHtml(values)
  );
}

interface Value {
  /** Of the map that has it; the items of a list have the list's key. */
  key: string;
  value: unknown;
  depth: number;
  /** Never HTML: the text of a node of type text. */
  isPlain: boolean;
}

/** All values, in document order. @param entriesOf the values below a map or list */
function valuesIn(state: object, entriesOf: (value: object) => [string, unknown][] = Object.entries): Value[] {
  const values: Value[] = [];
  const stack: Value[] = [{ key: "", value: state, depth: 1, isPlain: false }];
  for (let at = stack.pop(); at !== undefined && values.length < MAX_VALUES; at = stack.pop()) {
    values.push(at);
    const { key, value, depth } = at;
    if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) continue;
    const isText = "type" in value && value.type === "text";
    for (const [name, child] of entriesOf(value).toReversed())
      stack.push({
        key: Array.isArray(value) ? key : name,
        value: child,
        depth: depth + 1,
        isPlain: isText && !HTML_KEYS.has(name),
      });
  }
  return values;
}

/** The HTML, or else the lists of blocks, of the maps of the first level that has any. */
function shallowHtml(values: Value[]): string {
  const found = values.flatMap(({ value, depth }) => {
    const map = asMap(value) ?? {};
    const html = htmlIn(map);
    const text = html || Object.values(map).filter(isBlockList).flat().map(blockHtml).join("");
    // A level with both has the same article twice.
    return text === "" ? [] : [{ text, rank: 2 * depth + (html === "" ? 1 : 0) }];
  });
  const first = found.reduce((least, { rank }) => Math.min(least, rank), Infinity);
  return found.flatMap(({ text, rank }) => (rank === first ? [text] : [])).join("\n");
}

/** HTML under a usual key. */
function htmlIn(map: Record<string, unknown>): string {
  const keys = map.type === "text" ? KEYS.filter((key) => HTML_KEYS.has(key)) : KEYS;
  return keys.map((key) => stringOf(map[key])).find(hasTags) ?? "";
}

/** "" for other text. */
function nestedHtml(json: string): string {
  try {
    const state: unknown = JSON.parse(json);
    return typeof state === "object" && state !== null ? htmlOf(state, false) : "";
  } catch {
    // Text that begins with a bracket.
    return "";
  }
}

function hasTags(text: string): boolean {
  return /<(?:p|br|div|h[1-6]|ul|ol|li|a|b|i|em|strong|span|img|figure|blockquote|table|section|article)\b[^<>]{0,2000}>/i.test(
    text,
  );
}

function longest(strings: string[]): string {
  return strings.reduce((best, text) => (text.length > best.length ? text : best), "");
}

/** Two words in a row, or four characters of a script without spaces. */
const PROSE =
  /\p{L}{2,}[\p{P}\p{S}]*\s+[\p{P}\p{S}]*[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
/** A single word with punctuation. */
const WORD = /^\s*\p{L}[\p{L}\p{M}'’-]*\p{P}*\s*$/u;
/** URLs and data. */
const NO_PROSE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|data:|[{[<])/i;

/** The last resort: strings that look like prose. If a key has prose once, its single words count too. */
function proseHtml(values: Value[]): string {
  const strings = values.flatMap(({ key, value }) =>
    typeof value === "string" && !NO_PROSE.test(value) ? [{ key, text: value }] : [],
  );
  const keys = new Set(strings.filter(({ text }) => PROSE.test(text)).map(({ key }) => key));
  return strings
    .filter(({ key, text }) => PROSE.test(text) || (WORD.test(text) && keys.has(key)))
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

/** Unknown blocks become paragraphs. */
function blockHtml({ type, data }: Block): string {
  const kind = type.toLowerCase();
  const text = stringOf(data.text) || stringOf(data.html) || stringOf(data.content);
  const caption = stringOf(data.caption);
  if (/^head(?:er|ing|line)$/.test(kind)) return element(headingOf(data.level), text);
  if (/^(?:nested|check)?list$/.test(kind))
    return element(data.style === "ordered" ? "ol" : "ul", itemsHtml(data.items));
  if (kind === "quote") return element("blockquote", element("p", text) + element("p", caption));
  if (kind === "delimiter") return "<hr>";
  if (kind === "raw") return text;
  if (!/^(?:simple)?image$/.test(kind)) return element("p", text);
  const source = stringOf(asMap(data.file)?.url) || stringOf(data.url);
  const picture = `<img src="${escapeText(source)}" alt="">`;
  return source === "" ? "" : element("figure", picture + element("figcaption", caption));
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

const textOf = (node: unknown): string => stringOf(asMap(node)?.text);

/** The children of a node, and their texts. */
function textsOf({ content, children }: Record<string, unknown>): { nodes: unknown[]; text: string } {
  const nodes: unknown[] = [content, children].find(Array.isArray) ?? [];
  const text = nodes.map(textOf).join("");
  return { nodes, text: text.trim() === "" ? "" : text };
}

/** Leaves out children whose text their parent has shown. */
function belowTexts(value: object): [string, unknown][] {
  const { nodes, text } = textsOf(asMap(value) ?? {});
  return Object.entries(text === "" ? value : nodes.filter((node) => textOf(node) === ""));
}

/** The texts of a node's children as one paragraph or heading, else its own words. Several words, except under `text`. */
function textsHtml(map: Record<string, unknown>): string {
  const { text } = textsOf(map);
  const { type, attrs, level, tag } = map;
  if (text === "") {
    const other = [map.value, map.content, map.body].map(stringOf).find((words) => /\S\s+\S/.test(words));
    return paragraphs(stringOf(map.text) || (other ?? ""));
  }
  const isHeading = /^head/i.test(stringOf(type));
  return element(isHeading ? headingOf(asMap(attrs)?.level ?? level ?? stringOf(tag).slice(1)) : "p", escapeText(text));
}

/** Escapes the text, with a paragraph per line. */
function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((line) => element("p", escapeText(line.trim())))
    .join("");
}

function headingOf(level: unknown): string {
  return /^[1-6]$/.test(String(level)) ? `h${level}` : "h2";
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
