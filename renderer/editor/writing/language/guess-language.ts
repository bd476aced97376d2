/** Characters that are looked at. */
export const SAMPLE_LENGTH = 2_000;

/** Languages in Cyrillic letters, other than Russian, Ukrainian and Belarusian, whose letters tell them. */
const CYRILLIC = new Set(["bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk", "be"]);

/**
 * The language of an article for which nobody has chosen one.
 * @param sample some of its text, may be empty
 * @param own the reader's language, BCP 47
 */
export function guessLanguage(sample: string, own: string): string {
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const base = own.split("-")[0]?.toLowerCase() ?? "en";
  if (cyrillic + latin === 0) return own;
  if (latin >= cyrillic) return CYRILLIC.has(base) ? "en" : own;
  if (/[іїєґ]/iu.test(sample)) return /ў/iu.test(sample) ? "be" : "uk";
  return CYRILLIC.has(base) && base !== "uk" && base !== "be" ? base : "ru";
}
