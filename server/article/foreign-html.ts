/**
 * The words of another editor's state as HTML, to start from (contract 10). Nobody knows what such a state looks
 * like, so this looks for what most of them have: HTML under a key that says so, a list of blocks, a tree of texts, or
 * at least a long string with tags in it.
 *
 * What comes back is raw: whoever reads it must parse it inertly and keep only what the article schema has. Nothing here
 * is recursive, and what is looked at is limited, so that no input costs more than its size.
 */
import { blocksHtml, isBlockList, textsHtml } from "./foreign-blocks.ts";
import type { VmsJson } from "./vms-json.ts";

/** Values looked at. */
const MAX_VALUES = 200_000;
/** Levels of objects and arrays looked into. */
const MAX_DEPTH = 64;
/** Characters of HTML that are worth starting from: more than any article. */
const MAX_LENGTH = 4_000_000;

/** Keys that hold an article, the likeliest first. */
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

/** The HTML that a state carries, null where nothing in it looks like words. */
export function foreignHtml(state: VmsJson): string | null {
  const levels = levelsOf(state);
  const html =
    levels.map(({ maps }) => shallowHtml(maps)).find((found) => found !== "") ??
    longest(levels.flatMap(({ strings }) => strings).filter(hasTags)) ??
    textsHtml(state, { values: MAX_VALUES, depth: MAX_DEPTH });
  return html === "" || html.length > MAX_LENGTH ? null : html;
}

interface Level {
  maps: Record<string, unknown>[];
  strings: string[];
}

/** The maps and strings of a state, level by level, each level in the order of the document. */
function levelsOf(state: VmsJson): Level[] {
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
      for (const child of Object.values(value)) if (!isPlain(value, child)) below.push(child);
    }
    levels.push(level);
    values = below;
  }
  return levels;
}

/** What the maps of one level say themselves: their HTML, else their lists of blocks; "" for neither. */
function shallowHtml(maps: Record<string, unknown>[]): string {
  const said = maps.flatMap(
    (map) => KEYS.map((key) => map[key]).find((value) => isHtml(value) && !isPlain(map, value)) ?? [],
  );
  if (said.length > 0) return said.join("\n");
  return maps
    .flatMap((map) => Object.values(map).filter(isBlockList))
    .map(blocksHtml)
    .join("");
}

/** A node of type text has plain words, whatever they look like. */
function isPlain(parent: object, child: unknown): boolean {
  return typeof child === "string" && "type" in parent && parent.type === "text";
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
