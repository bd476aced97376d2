/**
 * Sanitises SVG drawings, which can run scripts in a browser. Only listed elements and attributes, references within the
 * drawing, and embedded pictures are kept. Runs in the media worker, because hostile input takes time.
 */

import sanitizeHtml from "sanitize-html";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { paintedElements } from "./svg-cost.ts";
import { readElements } from "./svg-parse.ts";

type SanitizedSvg = { ok: true; svg: string; root: Record<string, string> } | { ok: false; reason: Sentence };

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Close to the limit of XML parsers in browsers. */
const MAX_NESTING = 250;
/** Limit of tags: sanitising costs memory per element and attribute, and a thread without memory can end the process. */
const MAX_TAGS = 150_000;
const MAX_ATTRIBUTES = 400_000;
/** Painted elements, repeated ones included (see svg-cost.ts). */
const MAX_PAINTED = 100_000;
/** Stops the parser, whose work grows with the square of the depth. */
class NestedTooDeep extends Error {}

const ANIMATIONS: ReadonlySet<string> = new Set(["animate", "animateTransform", "set"]);

/** Returns well-formed XML with `svg` as its root, without DOCTYPE, entities, processing instructions or comments. */
export function sanitizeSvg(source: string): SanitizedSvg {
  const body = source.slice(prologLength(source));
  if (!/^<svg[\s/>]/.test(body)) return { ok: false, reason: sentence("media.svg_root") };
  if (countOf(body, "<") > MAX_TAGS || countOf(body, "=") > MAX_ATTRIBUTES)
    return { ok: false, reason: sentence("media.svg_tags", { max: MAX_TAGS }) };
  let root: Record<string, string> | null = null;
  let depth = 0;
  const options: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: ALLOWED_TAGS,
    // `style` is allowed; exclusiveFilter checks it.
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
    return { ok: false, reason: sentence("media.svg_depth", { max: MAX_NESTING }) };
  }
  const elements = readElements(svg);
  if (root === null || elements === null) return { ok: false, reason: sentence("media.svg_malformed") };
  const painted = paintedElements(elements);
  if (painted === Number.POSITIVE_INFINITY) return { ok: false, reason: sentence("media.svg_circular") };
  if (painted > MAX_PAINTED) return { ok: false, reason: sentence("media.svg_cost", { max: MAX_PAINTED }) };
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

/** References must stay in the drawing; only pictures may embed their bytes. */
function isSafeReference(tagName: string, value: string): boolean {
  if (tagName === "a") return false;
  if (/^#[^\s"'<>\\()]+$/.test(value)) return true;
  return (tagName === "image" || tagName === "feImage") && EMBEDDED_PICTURE.test(value);
}

/** Removes characters that XML forbids. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, "");
}

/** The end of white space, XML declaration, comments, processing instructions and DOCTYPE. Entities are never resolved. */
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

// CSS in a drawing must not load anything, and every parser must read it the same way. The raw text is checked against an
// allow list, so that comments and strings cannot hide anything.

/** Functions without a URL. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var matrix matrix3d translate translatex translatey " +
    "translate3d scale scalex scaley scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective cubic-bezier steps linear " +
    "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia polygon circle ellipse inset path " +
    "not is where nth-child nth-of-type nth-last-child nth-last-of-type"
  ).split(" "),
);
/** Words before a parenthesis that are not functions. */
const CONDITIONS: ReadonlySet<string> = new Set(["", "and", "or", "media", "@media"]);

/** Many browsers read attribute values as CSS. Allows `url(#…)`, but no other URLs and no escapes. */
function isSafeValue(value: string): boolean {
  return !/[\\<]/.test(value) && !/expression|javascript:|@import/i.test(value) && hasSafeFunctions(value);
}

/** The content of `<style>`. */
function isSafeCss(css: string): boolean {
  if (/[&]|]]>/.test(css) || !isSafeValue(css)) return false;
  return [...css.matchAll(/@([\w-]*)/g)].every(([, rule]) => /^(?:-webkit-)?keyframes$|^media$/i.test(rule ?? ""));
}

function hasSafeFunctions(css: string): boolean {
  for (const { 1: word = "", index } of css.matchAll(/([\w@-]*|[^\s])\s*\(/g)) {
    const name = word.toLowerCase();
    if (name === "url") {
      if (!/^url\(\s*(?:#[\w.:-]+|"#[\w.:-]+"|'#[\w.:-]+')\s*\)/i.test(css.slice(index, index + 300))) return false;
    } else if (!CONDITIONS.has(name) && !FUNCTIONS.has(name) && /[\w-]/.test(name)) return false;
  }
  return true;
}

// SVG elements and attributes that only draw, animate or describe.

const words = (text: string): string[] => text.trim().split(/\s+/);

const ALLOWED_TAGS: string[] = words(`
  svg g defs symbol use switch a title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath
`);

/** Removed with their content. */
const DROPPED_WHOLE: string[] = words(`
  script style foreignObject metadata iframe object embed audio video canvas source track handler listener link meta
  base form input button textarea math html body head noscript template xmp
`);

/** Attributes that an animation may change: no URLs, style sheets, classes or ids. */
const DRAWING_ATTRIBUTES = words(`
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform
  gradientTransform patternTransform gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits
  maskContentUnits filterUnits primitiveUnits markerUnits markerWidth markerHeight refX refY orient offset pathLength
  rotate spreadMethod startOffset method side spacing textLength lengthAdjust
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
  flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering
  isolation letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity
  overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode
  in in2 result operator k1 k2 k3 k4 mode type values tableValues slope intercept amplitude exponent order kernelMatrix
  divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant azimuth elevation
  pointsAtX pointsAtY pointsAtZ specularConstant specularExponent limitingConeAngle z scale xChannelSelector
  yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles
`);

const ANIMATED_ATTRIBUTES: ReadonlySet<string> = new Set(DRAWING_ATTRIBUTES);

const ALLOWED_ATTRIBUTES: string[] = [
  ...DRAWING_ATTRIBUTES,
  ...words(`
    xmlns version id class style href lang xml:lang xml:space role tabindex media requiredExtensions systemLanguage
    aria-label aria-labelledby aria-describedby aria-hidden aria-roledescription
    attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines
    keyPoints from to by additive accumulate path
  `),
];
