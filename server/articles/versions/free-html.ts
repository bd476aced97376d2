/**
 * Sanitises free HTML for a site's page. Text, tables, lists, pictures and players are on an explicit list. Scripts, frames,
 * styles and forms are removed. So are ids and `data-` attributes, which the page's scripts and frameworks may use. A
 * save waits for the sanitiser, so the size of the HTML is limited before it is parsed.
 */
import sanitizeHtml from "sanitize-html";
import {
  FREE_HTML_ATTRIBUTES,
  FREE_HTML_DROPPED_WHOLE,
  FREE_HTML_TABLE_PARTS,
  FREE_HTML_TAGS,
  freeHtmlAttribute,
} from "../../article/free-html-rules.ts";
import { withoutControls } from "../../article/render/safe.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { refusedPart } from "../../core/errors.ts";

/** UTF-16 units of free HTML in all blocks of a document. */
const MAX_FREE_HTML = 400_000;
/** Opening and closing tags, and attributes, in all blocks of a document: the cost of sanitising grows with both. */
const MAX_FREE_HTML_TAGS = 10_000;
const MAX_FREE_HTML_ATTRIBUTES = 10_000;
/** Levels of elements in one block: the parser's work grows with the square of the depth. */
const MAX_FREE_HTML_DEPTH = 100;

const words = (text: string): string[] => text.trim().split(/\s+/);

const VOID_TAGS = words("br hr wbr col img source track");
const ATTRIBUTES = Object.fromEntries(Object.entries(FREE_HTML_ATTRIBUTES).map(([tag, names]) => [tag, [...names]]));

/** Returns a sanitiser for the blocks of one document, which share the limits. @throws ValidationFailed beyond a limit */
export function freeHtmlSanitizer(): (html: string) => string {
  const total = { characters: 0, tags: 0, attributes: 0 };
  const count = (what: keyof typeof total, more: number, max: number) => {
    total[what] += more;
    if (total[what] > max) throw refusedPart("vms_json", sentence(`articles.free_html_${what}`, { max }));
  };
  return (html) => {
    count("characters", html.length, MAX_FREE_HTML);
    count("tags", countTags(html), MAX_FREE_HTML_TAGS);
    return sanitize(html, (attributes) => count("attributes", attributes, MAX_FREE_HTML_ATTRIBUTES));
  };
}

function sanitize(html: string, onAttributes: (count: number) => void): string {
  let depth = 0;
  let tables = 0;
  return sanitizeHtml(html, {
    allowedTags: [...FREE_HTML_TAGS],
    nonTextTags: [...FREE_HTML_DROPPED_WHOLE],
    allowedAttributes: ATTRIBUTES,
    selfClosing: VOID_TAGS,
    allowedSchemes: ["http", "https", "mailto", "tel"],
    disallowedTagsMode: "discard",
    parseStyleAttributes: false,
    textFilter: withoutControls,
    onOpenTag(name, attribs) {
      onAttributes(Object.keys(attribs).length);
      depth += 1;
      if (depth > MAX_FREE_HTML_DEPTH)
        throw refusedPart("vms_json", sentence("articles.free_html_depth", { max: MAX_FREE_HTML_DEPTH }));
      if (name === "table") tables += 1;
    },
    onCloseTag(name) {
      depth -= 1;
      if (name === "table") tables -= 1;
    },
    transformTags: {
      "*": (tagName, attribs) => ({
        // A table part without its table would close the table cell of the article that contains the block. It is renamed
        // instead of dropped, because sanitize-html miscounts tags whose new name is not allowed.
        tagName: tables === 0 && FREE_HTML_TABLE_PARTS.includes(tagName) ? "span" : tagName,
        attribs: keptAttributes(tagName, attribs),
      }),
    },
  }).trim();
}

function keptAttributes(tagName: string, attribs: Record<string, string>): Record<string, string> {
  const kept: [string, string][] = [];
  for (const [name, raw] of Object.entries(attribs)) {
    const value = freeHtmlAttribute(tagName, name, raw);
    if (value !== null) kept.push([name, value]);
  }
  if (tagName === "a") kept.push(["rel", "noopener"]);
  // Without controls, readers could not start the player.
  if (tagName === "video" || tagName === "audio") kept.push(["controls", ""]);
  return Object.fromEntries(kept);
}

/** An upper bound: every tag has a `<`, but text may have one too. */
function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) count += 1;
  return count;
}
