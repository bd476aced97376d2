/**
 * The appliance uses English in its responses, its log and its database. A page in another language translates these
 * sentences when it shows them. As with gettext, the English sentence is the key.
 * `{holes}` are placeholders for facts that are copied unchanged: names, URLs and texts of a site. A sentence that is
 * not in the catalogue stays English.
 *
 * The name of a hole says what it may contain; a digit distinguishes two of a kind:
 * - `{n}` a number in the language's format; `{n:one,few,many}` in the translation is the noun that agrees with it
 * - `{size}` "3.4 MB"; `{site}` a host at the beginning of a sentence, optionally with its address in brackets
 * - `{said}` sentences or words that are in the catalogue themselves; `{about}` optional text with known phrases in it
 * - `{port}` digits; `{host}`, `{where}` and `{code}` anything without a space; any other: text
 */
export type Catalogue = Readonly<Record<string, string>>;

/** How a language formats the content of holes. */
export interface Forms {
  number(value: number): string;
  bytes(value: number): string;
  plural(count: number, forms: readonly string[]): string;
  /** Phrases within `{site}` and `{about}`, each with its translation. */
  phrases: readonly (readonly [english: string, translated: string])[];
}

interface Template {
  /** Text before, between and after the holes. */
  literals: readonly string[];
  holes: readonly string[];
  translation: string;
}

interface Found {
  end: number;
  facts: ReadonlyMap<string, string>;
}

/** Maximum length of a text, in characters; the longest explanation contains 2 KB of a site's response. */
const MAX_TEXT = 8_000;
/** Positions to try for the end of a hole; one of the first is nearly always right. */
const MAX_ENDS = 12;
/** Cached texts: lists show the same few repeatedly. */
const MAX_KNOWN = 300;

const HOLE = /\{([a-z]+\d*)\}/;
const UNITS: Readonly<Record<string, number>> = { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Pattern of a hole, by the letters of its name. A hole without an entry contains any text that is not empty. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  n: /^\d+(?:\.\d+)?$/,
  size: /^\d+(?:\.\d+)? (?:bytes|kB|MB|GB|TB)$/,
  site: /^(?:[Tt]he site|\S+)(?: \([^()]{1,300}\))?$/,
  about: /^/,
  port: /^\d+$/,
  host: /^\S+$/,
  where: /^\S+$/,
  code: /^\S+$/,
};

/** @returns a function that translates a text of the appliance: one sentence, or several with a space between */
export function createWording(catalogue: Catalogue, forms: Forms): (text: string) => string {
  const templates = Object.entries(catalogue).map(([english, translation]) => templateOf(english, translation));
  // The most specific first: a hole of a general template could match the rest of a specific one.
  templates.sort((a, b) => b.literals.join("").length - a.literals.join("").length);
  const known = new Map<string, string>();

  const fill = ({ translation }: Template, facts: Found["facts"]): string =>
    translation.replace(/\{([a-z]+\d*)(?::([^}]*))?\}/g, (_, name: string, words: string | undefined) => {
      const fact = facts.get(name) ?? "";
      if (words !== undefined) return forms.plural(Number(fact), words.split(","));
      switch (kindOf(name)) {
        case "n":
          return forms.number(Number(fact));
        case "size":
          return sizeOf(fact, forms);
        case "said":
          return said(fact);
        case "site":
        case "about":
          return forms.phrases.reduce((text, [english, translated]) => text.replaceAll(english, translated), fact);
        default:
          return fact;
      }
    });

  /** Translates all of the text from a position on; null if a part is not in the catalogue. */
  const whole = (text: string, from: number, told: Map<number, string | null>): string | null => {
    if (from === text.length) return "";
    const before = told.get(from);
    if (before !== undefined) return before;
    told.set(from, null);
    for (const template of templates)
      for (const { end, facts } of matches(template, text, from)) {
        const rest = whole(text, Math.min(end + 1, text.length), told);
        if (rest === null) continue;
        const words = [fill(template, facts), rest].filter((part) => part !== "").join(" ");
        told.set(from, words);
        return words;
      }
    return null;
  };

  /** Translates the first sentences and keeps the rest unchanged; a text that was cut short gets an ellipsis. */
  const beginning = (text: string): string => {
    const parts: string[] = [];
    let at = 0;
    for (let found = firstAt(text, at); found !== null && at < text.length; found = firstAt(text, at)) {
      parts.push(found.words);
      at = Math.min(found.end + 1, text.length);
    }
    if (parts.length === 0) return text;
    const rest = text.slice(at);
    return [...parts, rest.endsWith("…") ? "…" : rest].filter((part) => part !== "").join(" ");
  };
  const firstAt = (text: string, from: number): { words: string; end: number } | null => {
    // A hole at the end would match all of the unknown text.
    for (const template of templates)
      if (template.literals.at(-1) !== "")
        for (const { end, facts } of matches(template, text, from)) return { words: fill(template, facts), end };
    return null;
  };

  const said = (text: string): string => {
    if (text === "" || text.length > MAX_TEXT) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const words = whole(text, 0, new Map()) ?? beginning(text);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, words);
    return words;
  };
  return said;
}

/** @param translation with the same holes, in any order */
function templateOf(english: string, translation: string): Template {
  const parts = english.split(HOLE);
  return {
    literals: parts.filter((_, index) => index % 2 === 0),
    holes: parts.filter((_, index) => index % 2 === 1),
    translation,
  };
}

/**
 * Matches of a template at a position of a text, one for each possible end: before a space, or at the end of the text.
 */
function* matches({ literals, holes }: Template, text: string, from: number): Generator<Found> {
  const [first = ""] = literals;
  if (!text.startsWith(first, from)) return;
  const facts = new Map<string, string>();
  let at = from + first.length;
  for (const [index, hole] of holes.entries()) {
    const isLast = index === holes.length - 1;
    const literal = literals[index + 1] ?? "";
    let isFound = false;
    for (const end of endsOf(text, at, literal)) {
      const next = end + literal.length;
      if (isLast && next !== text.length && text[next] !== " ") continue;
      const fact = text.slice(at, end);
      if (!fits(hole, fact)) continue;
      facts.set(hole, fact);
      isFound = true;
      if (isLast) {
        yield { end: next, facts };
        continue;
      }
      at = next;
      break;
    }
    if (isLast || !isFound) return;
  }
  if (at === text.length || text[at] === " ") yield { end: at, facts };
}

/**
 * Possible ends of a hole that a literal follows. A hole at the end of its sentence extends to the end of the text, or
 * to the next sentence about the site.
 */
function* endsOf(text: string, from: number, literal: string): Generator<number> {
  const mark = literal === "" ? " The site" : literal;
  let at = text.indexOf(mark, from);
  for (let tried = 0; at !== -1 && tried < MAX_ENDS; tried++, at = text.indexOf(mark, at + 1)) yield at;
  if (literal === "") yield text.length;
}

function fits(hole: string, fact: string): boolean {
  return (SHAPES[kindOf(hole)] ?? /./s).test(fact);
}

const kindOf = (hole: string): string => hole.replace(/\d+$/, "");

function sizeOf(fact: string, forms: Forms): string {
  const [value = "", unit = ""] = fact.split(" ");
  return forms.bytes(Number(value) * (UNITS[unit] ?? 1));
}
