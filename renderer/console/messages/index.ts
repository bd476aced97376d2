/**
 * The texts of the console in the language of the admin or the browser; `{en,ru}/<page>.ts` have the same keys. Read `messages`
 * at render time: its value changes with the language.
 */
import { useSyncExternalStore } from "react";
import { fileSize } from "../../../server/contracts/file-size.ts";
import { browserValue } from "../../shared/browser-value.ts";
import { ENGLISH, type SharedWords, setPageLanguage } from "../../shared/language.ts";
import * as en from "./en/index.ts";

/** English until another language is loaded. */
export let messages: typeof en = en;

/** BCP 47, for dates and numbers: the browser's variant of the language, such as en-GB. */
export let locale = "en-GB";

/** Languages other than English are loaded on demand. */
const LANGUAGES = {
  en: async () => ({ messages: en, shared: ENGLISH }),
  ru: async () => {
    const { shared, ...texts } = await import("./ru/index.ts");
    return { messages: texts, shared };
  },
} satisfies Record<string, () => Promise<{ messages: typeof en; shared: SharedWords }>>;

type Tag = keyof typeof LANGUAGES;

type LanguageChoice = Tag | "browser";
const LANGUAGE_CHOICES: readonly LanguageChoice[] = ["browser", "en", "ru"];

/** Stored by this browser, for this console only. */
const stored = browserValue("galley:language");

export function languageChoice(): LanguageChoice {
  const choice = stored.read();
  return LANGUAGE_CHOICES.find((each) => each === choice) ?? "browser";
}

/** Stores the choice and renders the page again in its language. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  stored.write(choice === "browser" ? null : choice);
  await applyChosenLanguage();
}

/** Sets `messages` and the values that depend on it. Await it before the first render. */
export async function applyChosenLanguage(): Promise<void> {
  const wanted = localeFor(navigator.languages, languageChoice());
  const tag = baseOf(wanted);
  // Without the texts of the new language, the page keeps the current one.
  const chosen = await LANGUAGES[tag]().catch(() => undefined);
  if (chosen === undefined) return;
  messages = chosen.messages;
  locale = wanted;
  setPageLanguage(chosen.shared, locale);
  document.documentElement.lang = tag;
  for (const notify of listeners) notify();
}

/** The first locale of the chosen or a supported language. @param preferred BCP 47 tags, as in `navigator.languages` */
export function localeFor(preferred: readonly string[], choice: LanguageChoice): string {
  const fits = (base: string) => (choice === "browser" ? Object.hasOwn(LANGUAGES, base) : base === choice);
  return preferred.find((tag) => fits(baseOf(tag))) ?? (choice === "ru" ? "ru" : "en-GB");
}

/** The language of a supported locale. */
function baseOf(locale: string): Tag {
  return (locale.split("-")[0]?.toLowerCase() ?? "") as Tag;
}

const listeners = new Set<() => void>();

/** The tag of the current language. The component renders again when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => baseOf(locale),
  );
}

/** "1,834" in the format of the page's language. */
export function numberInWords(value: number): string {
  return value.toLocaleString(locale);
}

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, locale);
}
