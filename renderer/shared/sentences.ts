/**
 * The appliance speaks English: in its answers, its log and what it stores. A page of another language words these
 * sentences anew where it shows them. As with gettext, the English sentence is the key; `{holes}` stand for the facts in
 * it, which go over as they are: names, addresses, and what a site said. What is not in the catalogue stays English.
 *
 * The name of a hole says what may stand in it, a digit tells two of a kind apart:
 * - `{n}` a number, written as the language writes it; `{n:one,few,many}` in the translation is the word that goes with it
 * - `{size}` "3.4 MB"; `{site}` a host at the beginning of a sentence, perhaps with its address in brackets
 * - `{said}` sentences or words that are in the catalogue themselves; `{about}` text or nothing, with known phrases in it
 * - `{port}` digits; `{host}`, `{where}` and `{code}` anything without a space; any other: text
 */
export type Catalogue = Readonly<Record<string, string>>;

/** How a language writes what stands in holes. */
export interface Forms {
  number(value: number): string;
  bytes(value: number): string;
  plural(count: number, forms: readonly string[]): string;
  /** Phrases within `{site}` and `{about}`, each with its translation. */
  phrases: readonly (readonly [english: string, translated: string])[];
}

interface Template {
  /** What stands before, between and after the holes. */
  literals: readonly string[];
  holes: readonly string[];
  translation: string;
}

interface Found {
  end: number;
  facts: ReadonlyMap<string, string>;
}

/** Characters of a text that is looked at; the longest explanation holds 2 KB of a site's answer. */
const MAX_TEXT = 8_000;
/** Places at which a hole may end; the first ones are nearly always right. */
const MAX_ENDS = 12;
/** Texts that are remembered: lists show the same few over and over. */
const MAX_KNOWN = 300;

const HOLE = /\{([a-z]+\d*)\}/;
const UNITS: Readonly<Record<string, number>> = { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** What a hole may hold, by the letters of its name; whatever has no entry holds any text but none. */
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

/** @returns what says a text of the appliance in the catalogue's language: one sentence, or several with a space between */
export function createWording(catalogue: Catalogue, forms: Forms): (text: string) => string {
  const templates = Object.entries(catalogue).map(([english, translation]) => templateOf(english, translation));
  // The most particular first: another one's hole might hold the rest of it.
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

  /** All of the text from a place on, null where some of it is not in the catalogue. */
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

  /** The sentences at the beginning, and what follows them as it came; of a text that was cut short, an ellipsis. */
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
    // A hole at the end would hold all that is not known.
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

/** Where a template stands at a place of a text, with every place where it may end: before a space, or with the text. */
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
 * Where a hole may end that a literal follows; one that ends its sentence goes to the end, or to what is said of the site
 * next.
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
