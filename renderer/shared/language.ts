import { type SentenceRef, sentenceRefOf } from "../../server/contracts/sentences/words.ts";
import { COMPARE_ENGLISH } from "./compare/words.ts";

/** Texts of the parts that both pages share. */
export const ENGLISH = {
  compared: COMPARE_ENGLISH,
  copy: (what: string) => `Copy ${what}`,
  copied: "Copied",
  copyRefused: "The browser refused to copy",
  minutes: (amount: number) => `${amount} min`,
  hours: (amount: number) => `${amount} h`,
  days: (amount: number) => `${amount} d`,
  ago: (amount: string) => `${amount} ago`,
  ahead: (amount: string) => `in ${amount}`,
  justNow: "just now",
  soon: "in a moment",
  noAnswer: "Galley does not respond. Check that it is running and that this machine can reach it.",
  /** Galley always gives a reason, so an error without one comes from a proxy in front of it. */
  answeredByProxy: (status: number): string => {
    if (status === 413)
      return "A proxy in front of Galley refused this as too large (413). Ask its admin to raise the limit for request bodies.";
    if (status === 502 || status === 503 || status === 504)
      return `A proxy in front of Galley could not reach it (${status}). Check that Galley is running.`;
    return `A proxy in front of Galley responded with status ${status}. Ask its admin for the reason.`;
  },
  /** A server text in the page's language, by its code. The site's own words in it stay unchanged. */
  said: (english: string, _sentence?: SentenceRef | null): string => english,
};

export type SharedWords = typeof ENGLISH;

export let sharedWords: SharedWords = ENGLISH;

/** BCP 47, for dates and numbers; undefined: the browser's own. */
export let locale: string | undefined;

/** A server text in the page's language, for rendering. @param sentence the `{name}_sentence` field, or the body of an error */
export const said = (english: string, sentence?: unknown): string => sharedWords.said(english, sentenceRefOf(sentence));

/** Sets the language of the page. Call it before the first render. @param inLocale BCP 47; undefined: the browser's own */
export function speak(words: SharedWords, inLocale: string | undefined): void {
  sharedWords = words;
  locale = inLocale;
}
