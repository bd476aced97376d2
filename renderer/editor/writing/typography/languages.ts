/** How a language sets quotes, dashes and spaces. Data only. */

type Dash = "–" | "—";

export interface Typography {
  /** Opening and closing quote. */
  outer: readonly [string, string];
  /** Those of a quote within a quote. */
  inner: readonly [string, string];
  /** What two hyphens become. */
  dash: Dash;
  /** What a hyphen between two spaces becomes. */
  spacedDash: Dash;
  /** Stands between the quotes and the words: French sets a narrow space there. */
  padding: string;
}

const set = (outer: string, inner: string, dash: Dash, spacedDash = dash, padding = ""): Typography => ({
  outer: [outer.charAt(0), outer.charAt(1)],
  inner: [inner.charAt(0), inner.charAt(1)],
  dash,
  spacedDash,
  padding,
});

const NARROW = "\u202f";

/** By language tag. A region without an entry of its own is set as its language is. */
const TABLE: Readonly<Record<string, Typography>> = {
  be: set("«»", "„“", "—"),
  bg: set("„“", "’’", "–"),
  cs: set("„“", "‚‘", "–"),
  da: set("””", "’’", "–"),
  de: set("„“", "‚‘", "–"),
  "de-CH": set("«»", "‹›", "–"),
  el: set("«»", "“”", "—"),
  en: set("“”", "‘’", "—", "–"),
  es: set("“”", "‘’", "—", "–"),
  et: set("„“", "«»", "–"),
  fi: set("””", "’’", "–"),
  fr: set("«»", "“”", "–", "–", NARROW),
  "fr-CH": set("«»", "‹›", "–"),
  hr: set("„”", "‚’", "–"),
  hu: set("„”", "»«", "–"),
  it: set("«»", "“”", "–"),
  kk: set("«»", "“”", "—"),
  lt: set("„“", "‚‘", "–"),
  lv: set("“”", "„”", "—"),
  nb: set("«»", "‘’", "–"),
  nl: set("“”", "‘’", "–"),
  no: set("«»", "‘’", "–"),
  pl: set("„”", "«»", "–"),
  pt: set("“”", "‘’", "—", "–"),
  "pt-PT": set("«»", "“”", "—"),
  ro: set("„”", "«»", "–"),
  ru: set("«»", "„“", "—"),
  sk: set("„“", "‚‘", "–"),
  sl: set("„“", "‚‘", "–"),
  sr: set("„“", "’’", "–"),
  sv: set("””", "’’", "–"),
  tr: set("“”", "‘’", "—", "–"),
  uk: set("«»", "„“", "—"),
};

/** The typography of a language; English where the language is not known here. @param language BCP 47 tag */
export function typographyOf(language: string): Typography {
  const base = language.split("-")[0]?.toLowerCase() ?? "";
  return TABLE[language] ?? TABLE[base] ?? (TABLE.en as Typography);
}
