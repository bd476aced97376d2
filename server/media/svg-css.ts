/**
 * Whether a piece of CSS in a drawing only draws: it loads nothing, and reads the same to every parser. Judged by what
 * is allowed, on the raw text, so that comments and strings cannot hide anything.
 */

/** Functions that take no address. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var matrix matrix3d translate translatex translatey " +
    "translate3d scale scalex scaley scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective cubic-bezier steps linear " +
    "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia polygon circle ellipse inset path " +
    "not is where nth-child nth-of-type nth-last-child nth-last-of-type"
  ).split(" "),
);
/** Words before a parenthesis that are no functions. */
const CONDITIONS: ReadonlySet<string> = new Set(["", "and", "or", "media", "@media"]);

/** A value of an attribute, which many browsers read as CSS: `url(#…)` at most, no escapes. */
export function isSafeValue(value: string): boolean {
  return !/[\\<]/.test(value) && !/expression|javascript:|@import/i.test(value) && hasSafeFunctions(value);
}

/** The text of a `<style>` element. */
export function isSafeCss(css: string): boolean {
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
