/** What a typed character becomes in good typesetting. Pure: text in, text out. */
import { type Typography, typographyOf } from "./languages.ts";

export interface Substitution {
  /** How many characters before the cursor go, the typed one not counted. */
  remove: number;
  /** What stands in place of them and the typed one. */
  insert: string;
}

/**
 * @param before the text of the block before the cursor, `\ufffc` for what is no text
 * @param typed one character
 * @param language BCP 47 tag of the article
 * @returns null where it stays as it was typed
 */
export function substitute(before: string, typed: string, language: string): Substitution | null {
  const typography = typographyOf(language);
  switch (typed) {
    case '"':
      return doubleQuote(before, typography);
    case "'":
      return singleQuote(before, typography);
    case "-":
      // Three at the start of a line are a divider.
      if (/\S\s*–$/.test(before)) return { remove: 1, insert: "—" };
      return /[^\s-]\s*-$/.test(before) ? { remove: 1, insert: /\d-$/.test(before) ? "–" : typography.dash } : null;
    case " ":
      return spaceAfterHyphen(before, typography);
    case ".":
      return /(?:^|[^.])\.\.$/.test(before) ? { remove: 2, insert: "…" } : null;
    case "!":
    case "?":
    case ";":
    case ":":
      // French has a space before them, which never begins a line.
      return typography.padding !== "" && /[^\s] $/.test(before)
        ? { remove: 1, insert: `${typed === ":" ? "\u00a0" : typography.padding}${typed}` }
        : null;
    default:
      return null;
  }
}

/** At the start, after a space, and after what itself opens something. */
function opens(before: string, { outer, inner }: Typography): boolean {
  const last = before.at(-1) ?? " ";
  return /[\s([{<\ufffc/–—-]/u.test(last) || [outer, inner].some(([open, close]) => last === open && open !== close);
}

function doubleQuote(before: string, typography: Typography): Substitution | null {
  const { outer, inner, padding } = typography;
  const open = openQuotes(before, typography);
  if (opens(before, typography)) {
    const [quote] = open.length % 2 === 0 ? outer : inner;
    return { remove: 0, insert: quote + (open.length % 2 === 0 ? padding : "") };
  }
  // A sign for inches, say.
  if (open.length === 0 && /\d$/.test(before)) return null;
  const isInner = open.at(-1) === "inner";
  return { remove: 0, insert: isInner ? inner[1] : padding + outer[1] };
}

function singleQuote(before: string, typography: Typography): Substitution | null {
  const [open, close] = typography.inner;
  const isSingle = "‘‚’".includes(open);
  if (opens(before, typography)) return isSingle ? { remove: 0, insert: open } : null;
  if (isSingle && open !== close && openQuotes(before, typography).at(-1) === "inner")
    return { remove: 0, insert: close };
  return { remove: 0, insert: "’" };
}

/** "word - word" is a dash; so is a line that begins with two hyphens: somebody speaks. */
function spaceAfterHyphen(before: string, { spacedDash }: Typography): Substitution | null {
  if (before === "--") return { remove: 2, insert: "— " };
  return /[^\s] -$/.test(before) ? { remove: 1, insert: `${spacedDash} ` } : null;
}

/** The quotes that are open at the end of a text, the outermost first. */
function openQuotes(text: string, typography: Typography): ("outer" | "inner")[] {
  const { outer, inner } = typography;
  const open: ("outer" | "inner")[] = [];
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    const level = outer.includes(sign) ? "outer" : inner.includes(sign) ? "inner" : null;
    if (level === null) continue;
    const [begin, end] = level === "outer" ? outer : inner;
    const begins =
      begin === end
        ? open.at(-1) !== level && opens(text.slice(Math.max(0, index - 1), index), typography)
        : sign === begin;
    if (begins) open.push(level);
    // Another sign closes nothing: an apostrophe, say.
    else if (open.at(-1) === level) open.pop();
  }
  return open;
}
