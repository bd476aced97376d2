/**
 * Style sheets of drawings, read as far as references go: which properties they set, and on which elements they may.
 * For texts that `isSafeCss` let through: no escapes, no `&`, `url(#…)` as the only address.
 */

export const LOCAL_URL = /url\(\s*["']?#([\w.:-]+)["']?\s*\)/gi;

const HIDDEN = /url\(\s*["']?(#[\w.:-]+)["']?\s*\)|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n\r\f]*"|'[^'\n\r\f]*'/gi;

/** Without comments and strings, the addresses kept. */
function bare(css: string): string {
  return css.replace(HIDDEN, (_, address?: string) => (address === undefined ? "" : `url(${address})`));
}

/** Whether a string begins that does not end, so that nothing behind it can be told. */
export function hasOpenString(css: string): boolean {
  return /["']/.test(bare(css));
}

/** The declarations of a style attribute: property in lower case, value. */
export function declarations(css: string): [string, string][] {
  return bare(css)
    .split(/[;{}]/)
    .map((text) => {
      const colon = text.indexOf(":");
      return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1)];
    });
}

export interface Rule {
  /** Elements that it may hold for have one of them: `.class`, `#id`, a name, or `*`. */
  keys: Set<string>;
  properties: [string, string][];
}

/** Every block that has declarations; those of a nested one are its own. */
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

/** The last part of each selector says which elements it may hold for at most. */
function keysOf(selectors: string): Set<string> {
  if (selectors.trim().startsWith("@")) return new Set(["*"]);
  return new Set(
    withoutBrackets(selectors)
      .split(",")
      .map((selector) => {
        // Of several classes the last: the one that tells elements apart stands there.
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

/** Without what stands in parentheses and square brackets, whose commas and spaces part nothing. */
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
