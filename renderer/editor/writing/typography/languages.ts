/** Quotes, dashes and spaces by language. Data only. */

type Dash = "–" | "—";

export interface Typography {
  outer: readonly [string, string];
  inner: readonly [string, string];
  dash: Dash;
  spacedDash: Dash;
  /** Between quotes and text: a narrow space in French. */
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

/** By language tag; other regions use their language's entry. */
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

/** English for unknown languages. @param language BCP 47 tag */
export function typographyOf(language: string): Typography {
  const base = language.split("-")[0]?.toLowerCase() ?? "";
  return TABLE[language] ?? TABLE[base] ?? (TABLE.en as Typography);
}
