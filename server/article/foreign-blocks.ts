/** Block lists (Editor.js) and trees of texts (ProseMirror, Slate, Lexical) as HTML. */
import { asMap } from "./assets.ts";

/** Per list. */
const MAX_ITEMS = 10_000;

/** A block of Editor.js, whose texts are HTML. */
interface Block {
  type: string;
  data: Record<string, unknown>;
}

export function isBlockList(value: unknown): value is Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof asMap(item)?.type === "string" && asMap(asMap(item)?.data) !== null)
  );
}

/** Returns raw HTML; unknown blocks become paragraphs. */
export function blocksHtml(blocks: Block[]): string {
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
export function textsHtml(root: unknown, limits: { values: number; depth: number }): string {
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
export function paragraphs(text: string): string {
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
