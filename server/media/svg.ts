/**
 * SVG drawings are programs to a browser. What is kept is what only draws: elements and attributes of an explicit list,
 * references into the drawing itself, pictures embedded as data. Runs in the media worker: hostile input costs time.
 */
import sanitizeHtml from "sanitize-html";
import { paintedElements } from "./svg-cost.ts";
import { isSafeCss, isSafeValue } from "./svg-css.ts";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, ANIMATED_ATTRIBUTES, DROPPED_WHOLE } from "./svg-names.ts";
import { isWellFormed } from "./svg-well-formed.ts";

/** A clean drawing, or the reason (one sentence) why there is none. */
export type SanitizedSvg =
  | { ok: true; svg: string /** Attributes of the root, as kept. */; root: Record<string, string> }
  | { ok: false; reason: string };

const NAMESPACE = "http://www.w3.org/2000/svg";
/** XML parsers of browsers give up at about this depth. */
const MAX_NESTING = 250;
/**
 * Sanitising costs memory by the element and the attribute, and a thread that runs out of memory can take the process
 * with it: so what is too much is refused before it begins. Opening and closing tags count.
 */
const MAX_TAGS = 150_000;
const MAX_ATTRIBUTES = 400_000;
/** More than any drawing for a page paints, with all that its references repeat. */
const MAX_PAINTED = 100_000;
/** Leaves the parser, whose work grows with the square of the depth. */
class NestedTooDeep extends Error {}

const ANIMATIONS: ReadonlySet<string> = new Set(["animate", "animateTransform", "set"]);

/**
 * Sanitises a drawing. The result is well-formed XML with `svg` as its root, without a DOCTYPE, entities, processing
 * instructions or comments.
 * @param source UTF-16 text without a byte order mark
 */
export function sanitizeSvg(source: string): SanitizedSvg {
  const body = source.slice(prologLength(source));
  if (!/^<svg[\s/>]/.test(body))
    return { ok: false, reason: "The file is not an SVG drawing: its first element is not <svg>." };
  if (countOf(body, "<") > MAX_TAGS || countOf(body, "=") > MAX_ATTRIBUTES)
    return { ok: false, reason: `The SVG drawing is too complex: it has more than ${MAX_TAGS / 1_000} thousand tags.` };
  let root: Record<string, string> | null = null;
  let depth = 0;
  const options: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: ALLOWED_TAGS,
    // `style` is allowed, and judged in exclusiveFilter.
    allowVulnerableTags: true,
    allowedAttributes: { "*": ALLOWED_ATTRIBUTES },
    allowedEmptyAttributes: ALLOWED_ATTRIBUTES,
    nonBooleanAttributes: [],
    allowedSchemes: ["data"],
    allowProtocolRelative: false,
    disallowedTagsMode: "completelyDiscard",
    nonTextTags: DROPPED_WHOLE,
    selfClosing: [],
    parseStyleAttributes: false,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAX_NESTING) throw new NestedTooDeep();
    },
    onCloseTag: () => {
      depth -= 1;
    },
    transformTags: {
      "*": (tagName, attribs) => {
        const kept = keptAttributes(tagName, attribs);
        root ??= kept;
        return { tagName, attribs: kept };
      },
    },
    textFilter: withoutControls,
    exclusiveFilter: (frame) =>
      (frame.tag === "style" && !isSafeCss(frame.text)) ||
      (ANIMATIONS.has(frame.tag) && !ANIMATED_ATTRIBUTES.has(frame.attribs.attributeName ?? "")),
  };
  let svg: string;
  try {
    svg = sanitizeHtml(body, options);
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    return { ok: false, reason: `The SVG drawing is nested more than ${MAX_NESTING} levels deep.` };
  }
  if (root === null || !isWellFormed(svg, "svg"))
    return { ok: false, reason: "The SVG drawing is damaged: it is not well-formed XML." };
  const painted = paintedElements(svg);
  if (painted === Number.POSITIVE_INFINITY)
    return { ok: false, reason: "A part of the SVG drawing refers to itself, so that it could never be drawn whole." };
  if (painted > MAX_PAINTED)
    return {
      ok: false,
      reason: `The SVG drawing repeats its parts until they are more than ${MAX_PAINTED / 1_000} thousand elements to paint; browsers would stop answering. Export it with less detail, or as a PNG.`,
    };
  return { ok: true, svg, root };
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function keptAttributes(tagName: string, attribs: Record<string, string>): Record<string, string> {
  const kept: [string, string][] = tagName === "svg" ? [["xmlns", NAMESPACE]] : [];
  for (const [given, raw] of Object.entries(attribs)) {
    const name = given === "xlink:href" ? "href" : given;
    const value = withoutControls(raw);
    if (name === "xmlns") continue;
    if (name === "href" ? isSafeReference(tagName, value) : isSafeValue(value)) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/** References stay in the drawing; only pictures may bring their bytes along. */
function isSafeReference(tagName: string, value: string): boolean {
  if (tagName === "a") return false;
  if (/^#[^\s"'<>\\()]+$/.test(value)) return true;
  return (tagName === "image" || tagName === "feImage") && EMBEDDED_PICTURE.test(value);
}

/** Characters that XML does not allow, as they are or as a reference that was resolved. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, "");
}

/**
 * Where the root element begins: after white space, XML declaration, comments, processing instructions and a DOCTYPE
 * with its internal subset. Entities that it declares are never resolved.
 */
function prologLength(source: string): number {
  const part = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE/isy;
  for (let at = 0; ; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(source)?.[0];
    if (found === undefined) return at;
    if (/^<!DOCTYPE$/i.test(found)) part.lastIndex = doctypeEnd(source, part.lastIndex);
  }
}

function doctypeEnd(source: string, from: number): number {
  const part = /"[^"]*"|'[^']*'|<!--.*?-->|[[\]>]/gs;
  part.lastIndex = from;
  let inSubset = false;
  for (let found = part.exec(source); found !== null; found = part.exec(source)) {
    if (found[0] === "[") inSubset = true;
    else if (found[0] === "]") inSubset = false;
    else if (found[0] === ">" && !inSubset) return part.lastIndex;
  }
  return source.length;
}
